export const intake = {} as const;
