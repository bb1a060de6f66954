// probe -- looks at the report from inside a browser, and tells the page around it what it found,
// a line `what: value` each.  Everything that is folded is opened first.
const found = []
const say = (what, value) => found.push(what + ': ' + value)
const named = e => e.tagName.toLowerCase() + (e.id ? '#' + e.id : e.className.baseVal === undefined && e.className ? '.' + e.className : '')
for (const e of document.querySelectorAll('details')) e.open = true

// What reaches beyond the window, but for what scrolls in a box of its own.
say('width', innerWidth)
say('overflow', Math.max(0, document.documentElement.scrollWidth - innerWidth))
for (const e of document.querySelectorAll('body *')) {
	const box = e.getBoundingClientRect()
	if (box.width > 0 && box.right > innerWidth + 1 && !e.parentElement.closest('.scroll')) say('beyond', named(e))
}
const boxes = [...document.querySelectorAll('.scroll')].filter(e => e.scrollWidth > e.clientWidth)
say('scrolling', boxes.length)
say('without the keyboard', boxes.filter(e => e.tabIndex !== 0 || !e.getAttribute('aria-label')).length)

// Contrast of text with what is behind it, as WCAG 2 has it.
const numbers = colour => { const n = colour.match(/[\d.]+/g).map(Number); return n.length === 3 ? [...n, 1] : n }
const over = (front, back) => [0, 1, 2].map(i => front[i] * front[3] + back[i] * (1 - front[3])).concat(1)
const luminance = c => [0.2126, 0.7152, 0.0722].reduce((sum, share, i) => {
	const v = c[i] / 255
	return sum + share * (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
}, 0)
const behind = e => {
	for (; e; e = e.parentElement) {
		const back = numbers(getComputedStyle(e).backgroundColor)
		if (back[3] === 1) return back
	}
	return [255, 255, 255, 1]
}
const contrast = (e, colour, opacity) => {
	const back = behind(e), front = numbers(colour)
	front[3] *= opacity
	const [a, b] = [luminance(over(front, back)), luminance(back)]
	return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}
const seen = new Set()
const least = (what, limit, elements, colour) => {
	for (const e of elements) {
		const style = getComputedStyle(e), c = contrast(e, colour(style), colour(style) === style.fill ? style.fillOpacity : 1)
		const line = `${named(e)} ${colour(style)} ${c.toFixed(2)}`
		if (c < limit && !seen.has(line)) { seen.add(line); say(what, line) }
	}
}
const text_of = e => [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim())
least('faint text', 4.5, [...document.querySelectorAll('body *:not(svg, svg *, script)')].filter(text_of), s => s.color)
least('faint label', 3, document.querySelectorAll('svg text, svg tspan'), s => s.fill)
say('background', luminance(behind(document.body)) < 0.2 ? 'dark' : 'light')

// Pictures have a name and a text, headings follow one another without a gap.
const pictures = [...document.querySelectorAll('svg')]
say('pictures', pictures.length)
for (const e of pictures) {
	const [title, desc] = (e.getAttribute('aria-labelledby') || '').split(' ').map(id => document.getElementById(id))
	if (e.getAttribute('role') !== 'img' || !title || title.textContent.length < 5 || !desc || desc.textContent.length < 20) say('picture without text', named(e))
}
let level = 0
for (const e of document.querySelectorAll('h1, h2, h3, h4, h5')) {
	const now = Number(e.tagName[1])
	if (now > level + 1) say('heading out of order', e.textContent)
	level = now
}
say('end', 'of probe')
parent.postMessage(found.join("\n"), "*")
