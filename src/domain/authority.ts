/** Levels and their rights (§6). The numbers of the levels are in `config/levels.json`. */

export const LEVEL_NAMES = ['none', 'guest', 'client', 'vendor', 'master'] as const
export type LevelName = (typeof LEVEL_NAMES)[number]

/** Level names to their numbers; a higher number has more rights (§6). */
export type Levels = Readonly<Record<LevelName, number>>

/** What an action, a field or a button requires: a level, or `nobody` if a role forbids it. */
export type Needed = LevelName | 'nobody'

/** True if a user whose level has this number meets the requirement. */
export function hasLevel(level: number, needed: Needed, levels: Levels): boolean {
  return needed !== 'nobody' && level >= levels[needed]
}

/** From the weakest requirement to the strictest. */
const BY_RANK: readonly Needed[] = [...LEVEL_NAMES, 'nobody']

/** Compares two requirements: true if the first is at least as strict. */
export function isAtLeast(level: Needed, needed: Needed): boolean {
  return BY_RANK.indexOf(level) >= BY_RANK.indexOf(needed)
}

/** The strictest of these requirements. */
export function highest(...levels: Needed[]): Needed {
  return BY_RANK.findLast(name => levels.includes(name)) ?? 'none'
}

/** The weakest of these requirements. */
export function lowest(...levels: Needed[]): Needed {
  return BY_RANK.find(name => levels.includes(name)) ?? 'none'
}

/** The level of a number; a number between two levels counts as the lower one. */
export function levelName(level: number, levels: Levels): LevelName {
  let highestReached: LevelName = 'none'
  for (const name of LEVEL_NAMES)
    if (level >= levels[name] && levels[name] >= levels[highestReached]) highestReached = name
  return highestReached
}

/** The levels that a user may give to others: all up to the user's own, without `none` (§6, decision 26). */
export function grantableLevels(callerLevel: number, levels: Levels): LevelName[] {
  return LEVEL_NAMES.filter(name => name !== 'none' && levels[name] <= callerLevel)
}

/** The level numbers of accounts that may own devices: clients, but neither guests nor staff of a vendor. */
export const deviceOwnerLevels = ({ client, vendor }: Levels) => ({ min: client, max: vendor - 1 })

interface AccountRights {
  level: number
  role?: string | null | undefined
}

/**
 * True if the caller may change an account or give it these rights: accounts up to the caller's level. A caller with a
 * role may manage only accounts of the same role and level: any other account, even of a lower level, could do what
 * the role forbids.
 */
export function mayManage(caller: AccountRights, account: AccountRights): boolean {
  if (!caller.role) return account.level <= caller.level
  return caller.role === account.role && caller.level === account.level
}
