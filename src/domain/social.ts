/** Who else may say who somebody is (§2 Register). */

export const SOCIALS = ['google', 'microsoft'] as const
export type Social = (typeof SOCIALS)[number]
