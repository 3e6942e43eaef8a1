/** Levels and what they may (§6). The numbers behind the names are in `config/levels.json`. */

export const LEVEL_NAMES = ['none', 'guest', 'client', 'vendor', 'master'] as const
export type LevelName = (typeof LEVEL_NAMES)[number]

/** Level names to their numbers, higher may more (§6). */
export type Levels = Readonly<Record<LevelName, number>>

/** True when a user of this number may do what asks for that level. */
export function reaches(level: number, needed: LevelName, levels: Levels): boolean {
  return level >= levels[needed]
}

/** True when the level is the needed one or a higher one. */
export function isAtLeast(level: LevelName, needed: LevelName): boolean {
  return LEVEL_NAMES.indexOf(level) >= LEVEL_NAMES.indexOf(needed)
}

/** The highest of these levels. */
export function highest(...levels: LevelName[]): LevelName {
  return LEVEL_NAMES.findLast(name => levels.includes(name)) ?? 'none'
}

/** The highest level that a number reaches; numbers between two levels count as the lower one. */
export function levelName(level: number, levels: Levels): LevelName {
  let found: LevelName = 'none'
  for (const name of LEVEL_NAMES) if (level >= levels[name] && levels[name] >= levels[found]) found = name
  return found
}

/** The levels that a user may give to others: those up to their own, without `none` (§6, decision 26). */
export function grantableLevels(own: number, levels: Levels): LevelName[] {
  return LEVEL_NAMES.filter(name => name !== 'none' && levels[name] <= own)
}
