/** The rule of config for the records that a user may change (`access.rows`). */
import type { CompiledResource } from './compiled'
import { holds, type RuleContext } from './conditions'

/** Whether this user may edit and delete the record, besides the levels that `may` checks (`access.rows`). */
export const isChangeable = (
  { changeable }: Pick<CompiledResource, 'changeable'>,
  record: RuleContext['record'],
  user: Pick<RuleContext, 'level' | 'levels' | 'user'>,
): boolean => holds(changeable, { ...user, record, action: 'edit' })
