/** Creates and changes the accounts of others, and one's own as staff (§5, §6, decision 26). */
import { randomUUID } from 'node:crypto'
import type { Client, ClientInput } from '../../../contract/clients'
import { grantableLevels, reaches } from '../../../domain/authority'
import { isEmail, normalEmail } from '../../../domain/email'
import type { CompiledConfig } from '../../../engine/compiled'
import type { Caller } from '../../caller'
import { Refusal } from '../../refusal'
import type { Db } from '../../store/database'
import { type ClientRow, type ClientView, findClient, toClient } from '../../store/records/clients'
import { wholeView } from '../../store/records/view'
import { type Tenant, tenantOf } from '../../store/tenancy'
import { passwordProblems } from '../accounts/newPassword'
import { hashPassword } from '../accounts/passwords'
import { changing, endSessionsOf } from '../accounts/sessions'
import { newSecrets, rememberRecord } from '../history'
import { acceptRecord, type Problems, refuseProblems } from './acceptRecord'
import { refuseConflict, touched } from './conflict'
import { lostReferences, withoutPasswords } from './recordChecks'
import { expiryOf, flagsOf, imageOf, textsOf } from './recordColumns'
import { uniqueBut } from './uniqueBut'

export const EMAIL_TAKEN: Problems = { email: { code: 'client.emailTaken', params: {} } }

export interface SaveClient {
  input: ClientInput
  config: CompiledConfig
  view: ClientView
}

/**
 * @param id of the client to change; a new one without it
 * @throws Refusal 404 out of reach, 409 `conflict`, 422 by field
 */
export function saveClient(
  db: Db,
  caller: Caller,
  { id, input, config, view }: SaveClient & { id?: number },
): Promise<Client> {
  const resource = config.resources.clients!
  return changing(db, caller, async tx => {
    const tenant = tenantOf(tx, caller)
    const row = id === undefined ? undefined : await findClient(tenant, { id }, 'lock')
    if (id !== undefined && !row) throw new Refusal(404, 'notFound')
    if (row && row.level > caller.level) throw new Refusal(403, 'client.above')
    if (row) refuseConflict(input.updated, row, () => toClient(row, view))

    const whole = { ...wholeView(resource), levelName: view.levelName }
    const current = row && toClient(row, whole)
    const { values, extra, problems } = acceptRecord(
      {
        resource,
        input,
        current,
        becomes: { vendor: caller.vendor },
        extra: row?.extra,
        own: row?.id === caller.id,
      },
      caller,
      config,
    )
    const expiry = expiryOf(values)
    const vendor = await vendorOf(tenant, caller, row, values.vendor)
    const level = levelOf(caller, row, values.level)
    // Whatever config shows, one's own is changed in the profile alone.
    const entered = row?.id === caller.id ? input.password : values.password
    const password = typeof entered === 'string' ? entered : ''
    const email = typeof values.email === 'string' ? values.email : (row?.email ?? '')
    refuseProblems({
      ...(await lostReferences(tenant, resource, { ...extra, ...values }, current)),
      ...problems,
      ...emailProblem(values.email),
      ...expiry.problems,
      ...vendor.problems,
      ...level.problems,
      ...passwordProblem(password, row?.id === caller.id, { email, config }),
      ...(row?.id === caller.id && values.active === false
        ? { active: { code: 'client.ownActive', params: {} } }
        : {}),
    })

    const kept = await withoutPasswords(resource, extra, row?.extra)
    const columns = {
      ...textsOf(values, ['name', 'phone', 'zone', 'duty', 'comment']),
      ...(typeof values.email === 'string' ? { email: normalEmail(values.email) } : {}),
      ...flagsOf(values, ['active', 'paid']),
      ...expiry.column,
      ...imageOf(values),
      vendor_id: vendor.id,
      level: level.number,
      extra: JSON.stringify(kept),
    }
    const saved = await uniqueBut(
      'clients_email',
      EMAIL_TAKEN,
      row
        ? tx
            .updateTable('clients')
            .set({ ...columns, updated: touched })
            .set(password ? { password_hash: await hashPassword(password) } : {})
            .where('id', '=', row.id)
            .returning('id')
            .executeTakeFirstOrThrow()
        : tx
            .insertInto('clients')
            .values({
              name: '',
              email: '',
              ...columns,
              // Nobody knows the password of an account that got none.
              password_hash: await hashPassword(password || randomUUID()),
            })
            .returning('id')
            .executeTakeFirstOrThrow(),
    )
    // Whoever is signed in with the old password is signed out.
    if (row && password) await endSessionsOf(tx, row.id)
    const becomes = (await findClient(tenant, { id: saved.id }))!
    const after = toClient(becomes, whole)
    await rememberRecord(tx, caller, {
      resource,
      before: current,
      after,
      secrets: [...(password ? ['password'] : []), ...newSecrets(resource, row?.extra, kept)],
      vendor: becomes.vendor_id,
      level: Math.max(becomes.level, row?.level ?? 0),
    })
    return toClient(becomes, view)
  })
}

/** Whatever config says: without an address nobody can sign in. */
function emailProblem(email: unknown): Problems {
  return typeof email === 'string' && email !== '' && !isEmail(email)
    ? { email: { code: 'field.email', params: {} } }
    : {}
}

/** Whoever changes the own password must say the old one, and does so in the profile (security.md 14). */
function passwordProblem(
  password: string,
  own: boolean,
  { email, config }: { email: string; config: CompiledConfig },
): Problems {
  if (password === '') return {}
  return own
    ? { password: { code: 'client.ownPassword', params: {} } }
    : passwordProblems(password, email, 'plain', config)
}

/** Masters choose the vendor, 0 for none; the accounts that staff make and change are of their own vendor. */
async function vendorOf(
  tenant: Tenant,
  caller: Caller,
  row: ClientRow | undefined,
  vendor: unknown,
): Promise<{ id: number; problems: Problems }> {
  const before = row?.vendor_id ?? (isMaster(caller) ? 0 : caller.vendor)
  if (!isMaster(caller) || typeof vendor !== 'number' || vendor === before)
    return { id: before, problems: {} }
  const wrong = (code: string, params = {}) => ({ id: before, problems: { vendor: { code, params } } })
  if (vendor !== 0) {
    const found = await tenant
      .vendors()
      .where('id', '=', vendor)
      .select('id')
      .forKeyShare()
      .executeTakeFirst()
    if (!found) return wrong('field.choice')
  }
  // A device's client is of the device's vendor (decision 25).
  const { devices } = await tenant
    .devices()
    .where('devices.client_id', '=', row?.id ?? 0)
    .select(eb => eb.fn.countAll<number>().as('devices'))
    .executeTakeFirstOrThrow()
  return devices > 0 ? wrong('client.movesDevices', { devices }) : { id: vendor, problems: {} }
}

const isMaster = (caller: Caller) => reaches(caller.level, 'master', caller.levels)

/** Nobody gives a level above their own, nor lowers their own and locks themselves out. */
function levelOf(
  caller: Caller,
  row: ClientRow | undefined,
  level: unknown,
): { number: number; problems: Problems } {
  const before = row?.level ?? caller.levels.client
  if (typeof level !== 'number' || level === row?.level) return { number: before, problems: {} }
  const wrong = (code: string) => ({ number: before, problems: { level: { code, params: {} } } })
  if (level > caller.level) return wrong('client.levelAbove')
  const granted = grantableLevels(caller.level, caller.levels).map(name => caller.levels[name])
  if (!granted.includes(level)) return wrong('field.choice')
  return row?.id === caller.id ? wrong('client.ownLevel') : { number: level, problems: {} }
}
