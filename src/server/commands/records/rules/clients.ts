/** Accounts, edited by staff and masters, including their own (§5, §6, decision 26). */
import { sql } from 'kysely'
import { grantableLevels, mayManage } from '../../../../domain/authority'
import { isEmail, normalEmail } from '../../../../domain/email'
import { ownValue } from '../../../../domain/own'
import { pick } from '../../../../engine/i18n'
import { type Caller, isMaster } from '../../../caller'
import { type Problems, problem, Refusal } from '../../../refusal'
import { isReferable } from '../../../store/records/references'
import type { ClientRow } from '../../../store/records/sources'
import type { Tenant } from '../../../store/tenancy'
import { hashPassword, passwordProblems, unmatchedHash } from '../../accounts/passwords'
import { endSessionsOf } from '../../accounts/sessions'
import { expiryColumn, fieldColumns, imageColumn } from '../toRow'
import { type CheckedNumber, countOwned, type RecordDraft, type WriteRules } from '../writeRules'

export const EMAIL_TAKEN = problem('email', 'client.emailTaken')

export const clients: WriteRules = {
  table: 'clients',
  blank: { name: '', email: '' },
  unique: { constraint: 'clients_email', key: sql`lower(clients.email)`, taken: EMAIL_TAKEN },
  ofVendor: true,
  refuseChange(caller, row) {
    if (!manages(caller, row)) throw new Refusal(403, 'client.above')
  },
  async columnsFor(draft) {
    const { values, row, caller } = draft
    const expiry = expiryColumn(values)
    const vendor = await vendorOf(draft)
    const level = levelFor(draft)
    const role = roleFor(draft, level.value)
    const password = passwordOf(draft)
    const deactivatesSelf = row?.id === caller.id && values.active === false
    return {
      columns: {
        ...fieldColumns('clients', values),
        ...emailColumn(values),
        ...expiry.column,
        ...imageColumn(values),
        vendor_id: vendor.value,
        level: level.value,
        role: role.value || null,
        // Without a password a new account cannot sign in.
        ...(password.text || !row
          ? { password_hash: await (password.text ? hashPassword(password.text) : unmatchedHash()) }
          : {}),
        ...(draft.ownPasswordHash && { password_hash: draft.ownPasswordHash }),
      },
      problems: {
        ...emailProblem(values.email),
        ...expiry.problems,
        ...vendor.problems,
        ...level.problems,
        ...role.problems,
        ...password.problems,
        ...(deactivatesSelf ? problem('active', 'client.ownActive') : {}),
      },
      ...((password.text || draft.ownPasswordHash) && { secrets: ['password'] }),
    }
  },
  /** A new password ends all sessions of the account, except the caller's own. */
  async afterSave(tx, { row, caller }, { secrets }) {
    if (!row || !secrets?.length) return
    await endSessionsOf(tx, row.id, row.id === caller.id ? caller.session : undefined)
  },
  async refuseRemoval({ tenant, caller, row }) {
    // Otherwise the last master could delete its own account.
    if (row.id === caller.id) throw new Refusal(403, 'client.self')
    if (!manages(caller, row)) throw new Refusal(403, 'client.above')
    const owned = await ownedBy(tenant, row.id)
    if (owned) throw new Refusal(409, 'client.owns', owned)
  },
}

const levelOf = (row: unknown) => (row as ClientRow).level
const roleOf = (row: unknown) => (row as ClientRow).role ?? ''

/**
 * Whether the caller may change this account. An account with more rights is refused: the caller could change its
 * password and sign in with it.
 */
const manages = (caller: Caller, row: unknown) =>
  mayManage(callerStanding(caller), { level: levelOf(row), role: roleOf(row) })

const callerStanding = ({ level, role }: Caller) => ({ level, role: role?.name })

export const emailColumn = ({ email }: RecordDraft['values']) =>
  typeof email === 'string' ? { email: normalEmail(email) } : {}

/** Checked regardless of config: an account needs a valid address to sign in. */
function emailProblem(email: unknown): Problems {
  return typeof email === 'string' && email !== '' && !isEmail(email) ? problem('email', 'field.email') : {}
}

/**
 * The new password of another account; empty if none was sent. A caller's own new password is in `ownPasswordHash`
 * (security 14).
 */
function passwordOf({ values, row, caller, config }: RecordDraft): {
  text: string
  problems: Problems
} {
  const isOwn = row?.id === caller.id
  const text = !isOwn && typeof values.password === 'string' ? values.password : ''
  if (text === '') return { text, problems: {} }
  const email =
    typeof values.email === 'string' ? values.email : ((row as ClientRow | undefined)?.email ?? '')
  return { text, problems: passwordProblems(text, email, 'plain', config) }
}

/** Masters choose the vendor, 0 for none; accounts of staff belong to their vendor. */
async function vendorOf({ tenant, caller, row, values: { vendor } }: RecordDraft): Promise<CheckedNumber> {
  const before = row?.vendor_id ?? (isMaster(caller) ? 0 : caller.vendor)
  if (!isMaster(caller) || typeof vendor !== 'number' || vendor === before)
    return { value: before, problems: {} }
  const refuse = (...args: Parameters<typeof problem>) => ({ value: before, problems: problem(...args) })
  if (vendor !== 0 && !(await isReferable(tenant, 'vendors', vendor))) return refuse('vendor', 'field.choice')
  // A client must have the vendor of its devices and batches (decision 25).
  const owned = row && (await ownedBy(tenant, row.id))
  return owned ? refuse('vendor', 'client.movesDevices', owned) : { value: vendor, problems: {} }
}

/** The numbers of the account's devices and batches; `undefined` without any. */
async function ownedBy(tenant: Tenant, id: number) {
  const devices = await countOwned(tenant, 'devices', 'client_id', id)
  const batches = await countOwned(tenant, 'batches', 'client_id', id)
  return devices + batches > 0 ? { devices, batches } : undefined
}

/** Callers cannot grant a level above their own, nor change their own level. */
function levelFor({ caller, row, values: { level } }: RecordDraft): CheckedNumber {
  const before = row ? levelOf(row) : caller.levels.client
  // The level of a new account is always checked, even if it is the default.
  if (typeof level !== 'number' || (row && level === before)) return { value: before, problems: {} }
  const refuse = (code: string) => ({ value: before, problems: problem('level', code) })
  if (level > caller.level) return refuse('client.levelAbove')
  const grantable = grantableLevels(caller.level, caller.levels).map(name => caller.levels[name])
  if (!grantable.includes(level)) return refuse('field.choice')
  return row?.id === caller.id ? refuse('client.ownLevel') : { value: level, problems: {} }
}

/**
 * The role that the account will have. Every role belongs to one level: the account must have that level, and the
 * caller must be allowed to give it. Callers cannot change their own role. A caller who has a role can give only that
 * role, and cannot remove one (`mayManage`).
 *
 * @param level the level that the account will have
 */
function roleFor(
  { caller, row, values: { role }, config }: RecordDraft,
  level: number,
): { value: string; problems: Problems } {
  const before = row ? roleOf(row) : ''
  let value = before
  if (role === null) value = ''
  else if (typeof role === 'string') value = role
  const refuse = (...args: Parameters<typeof problem>) => ({ value: before, problems: problem(...args) })
  const isOtherRole = value !== before
  if (isOtherRole && row?.id === caller.id) return refuse('role', 'client.ownRole')
  const roleConfig = ownValue(config.roles, value)
  if (isOtherRole && value !== '' && !roleConfig) return refuse('role', 'field.choice')
  const isOtherLevel = !row || level !== levelOf(row)
  const roleLevel = roleConfig && caller.levels[roleConfig.level]
  if (roleLevel !== undefined && (isOtherRole || isOtherLevel)) {
    if (roleLevel > caller.level) return refuse('role', 'client.roleAbove')
    if (roleLevel !== level)
      return refuse('role', 'client.roleLevel', {
        level: pick(config.levels.labels[roleConfig!.level], config.app.locale),
      })
  }
  if (!mayManage(callerStanding(caller), { level, role: value })) return refuse('role', 'client.roleOther')
  return { value, problems: {} }
}
