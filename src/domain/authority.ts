/** Levels and what they may (§6). The numbers behind the names are in `config/levels.json`. */

export const LEVEL_NAMES = ['none', 'guest', 'client', 'vendor', 'master'] as const
export type LevelName = (typeof LEVEL_NAMES)[number]

/** Level names to their numbers, higher may more (§6). */
export type Levels = Readonly<Record<LevelName, number>>

/** What an action, a field or a button asks for: a level, or what no level reaches because a role takes it away. */
export type Needed = LevelName | 'nobody'

/** True when a user of this number may do what asks for that level. */
export function reaches(level: number, needed: Needed, levels: Levels): boolean {
  return needed !== 'nobody' && level >= levels[needed]
}

const BY_RANK: readonly Needed[] = [...LEVEL_NAMES, 'nobody']

/** True when the level is the needed one or a higher one. */
export function isAtLeast(level: Needed, needed: Needed): boolean {
  return BY_RANK.indexOf(level) >= BY_RANK.indexOf(needed)
}

/** The highest of these levels. */
export function highest(...levels: Needed[]): Needed {
  return BY_RANK.findLast(name => levels.includes(name)) ?? 'none'
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

/** The numbers of the accounts that devices are given to: users of a vendor, not guests and not its staff. */
export const holderLevels = ({ client, vendor }: Levels) => ({ least: client, most: vendor - 1 })

/** The rights of an account: its level, and the role that it has, if any. */
interface Standing {
  level: number
  role?: string | null | undefined
}

/**
 * True when a user may change an account, or give it these rights: accounts up to their own level, and for a user with
 * a role those of the same role and level alone. Through any other account, even of a lower level, they would escape
 * what the role forbids.
 */
export function mayManage(own: Standing, other: Standing): boolean {
  if (!own.role) return other.level <= own.level
  return own.role === other.role && own.level === other.level
}
