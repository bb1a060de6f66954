/* models -- see models.h.  Parameters are as the papers round them, or the sum of the matrices that they list. */
#include "lib/program/training/models.h"

const training_model training_models[] = {
	/* T. Brown and others: Language Models are Few-Shot Learners (2020), table 2.1 */
	{ "gpt3-175b", "GPT-3", 96, 12288, 2048, 175e9, 175e9, 0, 0 },
	/* S. Smith and others: Using DeepSpeed and Megatron to Train Megatron-Turing NLG 530B (2022), arXiv 2201.11990 */
	{ "mt-nlg-530b", "Megatron-Turing NLG", 105, 20480, 2048, 530e9, 530e9, 0, 0 },
	/* A. Grattafiori and others: The Llama 3 Herd of Models (2024), table 3; 3.2: a vocabulary of 128,000 and 8 heads for keys and
	 * values; 3.4.1: sequences of 8,192.  The sums: two matrices of hidden x hidden and two of hidden x 1024 for attention, three of
	 * hidden x 14336, 28672 and 53248 behind it, two of hidden x 128,256 at the ends. */
	{ "llama3-8b", "Llama 3, small", 32, 4096, 8192, 8.03e9, 8.03e9, 0, 0 },
	{ "llama3-70b", "Llama 3, middle", 80, 8192, 8192, 70.55e9, 70.55e9, 0, 0 },
	{ "llama3-405b", "Llama 3, large", 126, 16384, 8192, 405.85e9, 405.85e9, 0, 0 },
	/* A. Jiang and others: Mixtral of Experts (2024), table 1; 46.7e9 parameters, of which a token passes 12.9e9 (Mistral AI's
	 * announcement of December 2023): experts of three matrices of 4096 x 14336 in each layer.  Sequences as in Megatron-LM's example for
	 * it (examples/mixtral); the paper says that it was trained with up to 32,768 tokens. */
	{ "mixtral-8x7b", "Mixtral, a mixture of 8 experts", 32, 4096, 4096, 46.7e9, 12.9e9, 8, 2 },
	{ 0 }
};
