// The usual range of each sampler, for its slider: what the apps' own controls span. Any other number is kept too.
export interface Range { key: string; least: number; most: number; step: number }

const range = (key: string, least: number, most: number, step: number): Range => ({ key, least, most, step });

/** In the order they are read: how words are drawn, what is cut, what is punished, the rest. */
export const RANGES: readonly Range[] = [
  range("temperature", 0, 2, 0.01), range("topP", 0, 1, 0.01), range("topK", 0, 200, 1), range("minP", 0, 1, 0.005), range("topA", 0, 1, 0.01),
  range("typicalP", 0, 1, 0.01), range("tfs", 0, 1, 0.01),
  range("frequencyPenalty", -2, 2, 0.01), range("presencePenalty", -2, 2, 0.01), range("repetitionPenalty", 1, 2, 0.01),
  range("repetitionPenaltyRange", 0, 8192, 16), range("repetitionPenaltySlope", 0, 10, 0.05),
  range("dryMultiplier", 0, 5, 0.05), range("dryBase", 1, 4, 0.05), range("dryAllowedLength", 1, 20, 1), range("dryPenaltyLastN", 0, 8192, 16),
  range("xtcThreshold", 0, 0.5, 0.01), range("xtcProbability", 0, 1, 0.01),
  range("smoothingFactor", 0, 10, 0.05), range("smoothingCurve", 1, 10, 0.1),
  range("dynatempMin", 0, 5, 0.05), range("dynatempMax", 0, 5, 0.05), range("dynatempRange", 0, 5, 0.05), range("dynatempExponent", 0, 10, 0.1),
  range("mirostatMode", 0, 2, 1), range("mirostatTau", 0, 20, 0.1), range("mirostatEta", 0, 1, 0.01),
  range("maxContext", 512, 200_000, 512), range("maxTokens", 16, 8192, 16), range("maxMessages", 0, 500, 1),
];

/** Samplers that are no plain number. */
export const OTHERS = ["dynatemp", "promptPostProcessing", "contextMode"] as const;
export const LISTS = ["stopSequences", "drySequenceBreakers", "order"] as const;
