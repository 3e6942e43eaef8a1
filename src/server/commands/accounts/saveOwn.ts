/** Changes one's own record in the profile (§2, §5): nothing but what the profile shows (security.md 5). */
import type { Client, ClientInput } from '../../../contract/clients'
import { reaches } from '../../../domain/authority'
import { normalEmail } from '../../../domain/email'
import type { ServerSettings } from '../../../engine/compiled'
import { OWN_FIELDS, ownResource } from '../../../engine/ownRecord'
import { refusedKeys } from '../../../engine/refusedKeys'
import type { Caller } from '../../caller'
import { Refusal } from '../../refusal'
import type { Db } from '../../store/database'
import { findClient, toClient } from '../../store/records/clients'
import { wholeView } from '../../store/records/view'
import { tenantOf } from '../../store/tenancy'
import { rememberRecord } from '../history'
import { acceptRecord, type Problems, refuseProblems } from '../records/acceptRecord'
import { refuseConflict, touched } from '../records/conflict'
import { textsOf } from '../records/recordColumns'
import { EMAIL_TAKEN, type SaveClient } from '../records/saveClient'
import { uniqueBut } from '../records/uniqueBut'
import { passwordProblems } from './newPassword'
import { hashPassword, verifyPassword } from './passwords'
import { changing, endSessionsOf } from './sessions'
import { checkPassword } from './signIn'

export interface SaveOwn extends SaveClient {
  /** IP address of who asks: guessing the current password is slowed down as signing in is. */
  origin: string
  limits: ServerSettings['signIn']
  now: Date
}

/**
 * @throws Refusal 404 for somebody else's record, 409 `conflict`, 422 by field, 429 after too many wrong passwords
 */
export async function saveOwn(db: Db, caller: Caller, own: SaveOwn): Promise<Client> {
  const { input, config, view } = own
  const resource = config.resources.clients!
  if (input.id !== undefined && input.id !== caller.id) throw new Refusal(404, 'notFound')
  const password = await newPassword(db, caller, own)
  return changing(db, caller, async tx => {
    const tenant = tenantOf(tx, caller)
    const row = await findClient(tenant, { id: caller.id }, 'lock')
    if (!row) throw new Refusal(401, 'signedOut')
    refuseConflict(input.updated, row, () => toClient(row, view))
    const whole = { ...wholeView(resource), levelName: view.levelName }
    const current = toClient(row, whole)
    const { values, problems } = acceptRecord(
      {
        resource: ownResource(resource),
        input: pickFields(input),
        current,
        extra: row.extra,
      },
      caller,
      config,
    )
    const keys = refusedKeys({
      resource,
      input,
      current,
      extra: row.extra,
      mayRead: ({ read }) => reaches(caller.level, read, caller.levels),
      mayWrite: ({ name }) => [...OWN_FIELDS, 'password'].includes(name),
    })
    refuseProblems({ ...keys, ...problems, ...emptied(values, current) })
    await uniqueBut(
      'clients_email',
      EMAIL_TAKEN,
      tx
        .updateTable('clients')
        .set({ ...textsOf(values, ['name', 'phone', 'zone', 'duty']), updated: touched })
        .set(typeof values.email === 'string' ? { email: normalEmail(values.email) } : {})
        .set(password ?? {})
        .where('id', '=', caller.id)
        .execute(),
    )
    // A session that is renewed in this moment waits for its end.
    if (password) await endSessionsOf(tx, caller.id, caller.session)
    const becomes = (await findClient(tenant, { id: caller.id }))!
    const after = toClient(becomes, whole)
    const secrets = password ? ['password'] : []
    await rememberRecord(tx, caller, { resource, before: current, after, secrets, level: becomes.level })
    return toClient(becomes, view)
  })
}

const pickFields = (input: ClientInput) =>
  Object.fromEntries(OWN_FIELDS.map(name => [name, input[name]]).filter(([, value]) => value !== undefined))

/** The profile changes values, and empties none (§5). */
function emptied(values: Readonly<Record<string, unknown>>, current: Client): Problems {
  const empty = OWN_FIELDS.filter(name => values[name] === '' && current[name] !== '')
  return Object.fromEntries(empty.map(name => [name, { code: 'client.ownEmpty', params: {} }]))
}

/** The hash of a new password, when one was sent with the right old one and is not in force yet. */
async function newPassword(
  db: Db,
  caller: Caller,
  { input, config, origin, now, limits }: SaveOwn,
): Promise<{ password_hash: string } | undefined> {
  const { password, current_password: current } = input
  if (password === undefined || password === '') return undefined
  refuseProblems(passwordProblems(password, caller.email, 'strong', config))
  if (!current) refuseProblems({ current_password: { code: 'client.currentMissing', params: {} } })
  try {
    await checkPassword(db, { email: caller.email, password: current! }, { origin, now, limits })
  } catch (error) {
    const wrong = error instanceof Refusal && error.code === 'signIn.wrong'
    // Asked once more, since the answer to the first try was lost: it is the password already. As a guess it was counted.
    if (wrong && (await isPassword(db, caller.id, password))) return undefined
    if (wrong) refuseProblems({ current_password: { code: 'client.currentWrong', params: {} } })
    throw error
  }
  return { password_hash: await hashPassword(password) }
}

async function isPassword(db: Db, client: number, password: string): Promise<boolean> {
  const row = await db
    .selectFrom('clients')
    .select('password_hash')
    .where('id', '=', client)
    .executeTakeFirst()
  return verifyPassword(password, row?.password_hash)
}
