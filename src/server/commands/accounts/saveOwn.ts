/** Saves the caller's own account from the profile: only the fields that the profile shows (§2, §5, security 5). */
import type { Client, ClientInput } from '../../../contract/clients'
import { hasLevel } from '../../../domain/authority'
import { OWN_FIELDS, ownResource } from '../../../engine/access'
import type { ServerSettings } from '../../../engine/compiled'
import { refusedKeys } from '../../../engine/validation/refusedKeys'
import type { Caller } from '../../caller'
import { type Problems, problem, Refusal, refuseProblems } from '../../refusal'
import type { Db } from '../../store/database'
import { withConcealedOf } from '../../store/records/reach'
import { type RecordContext, viewOf, visibleRecord } from '../../store/records/visible'
import { tenantOf } from '../../store/tenancy'
import { changing } from '../changing'
import { acceptRecord } from '../records/acceptRecord'
import { emailColumn } from '../records/rules/clients'
import { findForChange, refuseConflict } from '../records/saveRecord'
import { storeRecord } from '../records/storeRecord'
import { textColumns } from '../records/toRow'
import { FRESH_MINUTES, signInStateOf } from './accountLogins'
import { hashPassword, passwordProblems } from './passwords'
import { endSessionsOf } from './sessions'
import { checkCredentials, isPasswordOf } from './signIn'

interface SaveOwn extends RecordContext {
  input: ClientInput
  /** IP address of the client: wrong passwords are throttled as in sign-in. */
  origin: string
  limits: ServerSettings['signIn']
  now: Date
}

/** @throws Refusal 404 for another user's record, 409 `conflict`, 422 by field, 429 after too many wrong passwords */
export async function saveOwn(db: Db, caller: Caller, save: SaveOwn): Promise<Client> {
  const { input: wholeInput, config, resource } = save
  if (wholeInput.id !== undefined && wholeInput.id !== caller.id) throw new Refusal(404, 'notFound')
  const password_hash = await newPasswordHash(db, caller, save)
  return changing(db, caller, async tx => {
    const tenant = tenantOf(tx, caller)
    const row = await findForChange(tenant, resource, caller.id, 'lockFields')
    await refuseConflict(tenant, wholeInput, row, save, caller.level)
    const current = visibleRecord(row, viewOf(save))
    const { input, problems: concealedProblems } = await withConcealedOf(tenant, save, caller.level, {
      input: wholeInput,
      current,
    })
    const sent = Object.fromEntries(
      OWN_FIELDS.map(name => [name, input[name]]).filter(([, value]) => value !== undefined),
    )
    const { values, problems } = acceptRecord(
      { resource: ownResource(resource), input: sent, current, extra: row.extra },
      caller,
      config,
    )
    const keyProblems = refusedKeys({
      resource,
      input,
      current,
      extra: row.extra,
      mayRead: ({ read }) => hasLevel(caller.level, read, caller.levels),
      mayWrite: ({ name }) => [...OWN_FIELDS, 'password'].includes(name),
    })
    refuseProblems({ ...concealedProblems, ...keyProblems, ...problems, ...emptyProblems(values, current) })
    const columns = {
      ...textColumns(values, ['name', 'phone', 'zone', 'duty']),
      ...emailColumn(values),
      ...(password_hash && { password_hash }),
    }
    const draft = { tenant, caller, config, resource, input, values, extra: row.extra, row, current }
    const secrets = password_hash ? ['password'] : []
    const saved = (await storeRecord(tx, draft, { columns, secrets }, save)) as Client
    // Keeps the caller's session.
    if (password_hash) await endSessionsOf(tx, caller.id, caller.session)
    return saved
  })
}

/** The profile must not empty a field (§5). */
function emptyProblems(
  values: Readonly<Record<string, unknown>>,
  current: Readonly<Record<string, unknown>>,
): Problems {
  const empty = OWN_FIELDS.filter(name => values[name] === '' && current[name] !== '')
  return Object.assign({}, ...empty.map(name => problem(name, 'client.ownEmpty')))
}

/**
 * Checks a new password of the caller, and the current one. Not within a transaction: wrong passwords are counted.
 *
 * @returns the hash; `undefined` if no password was sent, or it is already stored
 */
export async function newPasswordHash(
  db: Db,
  caller: Caller,
  { input, config, origin, now, limits }: Omit<SaveOwn, 'resource'>,
): Promise<string | undefined> {
  const { password, current_password: current } = input
  if (password === undefined || password === '') return undefined
  refuseProblems(passwordProblems(password, caller.email, 'strong', config))
  const { hasPassword, isFresh } = await signInStateOf(db, caller, now)
  if (!hasPassword) {
    if (!isFresh) refuseProblems(problem('password', 'login.stale', { minutes: FRESH_MINUTES }))
    return hashPassword(password)
  }
  if (!current) refuseProblems(problem('current_password', 'client.currentMissing'))
  try {
    await checkCredentials(db, { email: caller.email, password: current! }, { origin, now, limits })
  } catch (error) {
    const isWrong = error instanceof Refusal && error.code === 'signIn.wrong'
    // A retry after a lost response: the new password is already stored. The attempt still counts as a failure.
    if (isWrong && (await isPasswordOf(db, caller.id, password))) return undefined
    if (isWrong) refuseProblems(problem('current_password', 'client.currentWrong'))
    throw error
  }
  return hashPassword(password)
}
