/** Registers an order: validates it completely, and stores it with all targets or not at all (§5, decisions 24, 32). */
import { OrderSheet } from '../../../contract/orders'
import { parseOrderTime, wireTime } from '../../../domain/dates'
import { periodProblem } from '../../../domain/orders'
import type { CompiledConfig, Locale, ServerSettings } from '../../../engine/compiled'
import { addedFields } from '../../../engine/fields/addedFields'
import { isSecretMethod, methodRules, readMethodValue } from '../../../engine/orderMethods'
import { lineText } from '../../../engine/valueObject/lines'
import type { Caller } from '../../caller'
import { fieldRefusal, refuseProblems } from '../../refusal'
import type { Db } from '../../store/database'
import { readReferenced } from '../../store/records/referenced'
import type { Extra } from '../../store/schema'
import { type Tenant, tenantOf } from '../../store/tenancy'
import { changing } from '../changing'
import { addHistory } from '../history'
import { idempotently, type Repeatable } from '../idempotency'
import { acceptRecord, referenceProblems } from '../records/acceptRecord'
import { refuseTaken } from '../records/unique'
import { outsideRows } from '../withinRows'
import { checkTotal, countTargets, findCommand, type OrderTargets, targetsOf } from './orderTargets'

interface OrderSettings {
  config: CompiledConfig
  server: ServerSettings
  now: Date
  /** Recognizes a repeated request. */
  repeat: Repeatable
}

interface RegistrationAnswer {
  id: number
  /** The number of targets. */
  total: number
  /** The order is not sent before this time. */
  holdUntil: string
}

/**
 * Registers the order. Targets wait until the gateway sends it; offline devices get it if they reconnect before it
 * expires.
 *
 * @throws Refusal 404 for a batch, bunch or device that is unknown or out of scope (the whole order is refused for one
 *   such device), 422 with the field for any other problem
 */
export async function registerOrder(
  db: Db,
  caller: Caller,
  sheet: OrderSheet,
  settings: OrderSettings,
): Promise<RegistrationAnswer> {
  const { config, server, now, repeat } = settings
  return changing(db, caller, tx =>
    idempotently(tx, repeat, async () => {
      const tenant = tenantOf(tx, caller)
      const command = await readCommand(tenant, sheet, config)
      const title = readTitle(sheet, command.caption, config)
      const times = readTimes(sheet, now, server)
      const extra = await readConfiguredFields(tenant, caller, sheet, config)
      const targets = await targetsOf(tenant, sheet, command.caption, config.app.limits.orderTargets)
      // Counted before anything is written, so that a refused order costs no writes.
      await countTargets(targets)
      const order = { ...command, ...times, title, extra, created: now }
      const registered = await store(tx, { caller, tenant, locale: config.app.locale }, order, targets)
      await refuseTaken(tx, tenant, { resource: addedFields(config.resources.orders!) }, [registered], false)
      return registered
    }),
  )
}

type Order = Awaited<ReturnType<typeof readCommand>> &
  ReturnType<typeof readTimes> & { title: string; extra: Extra; created: Date }

async function store(
  tx: Db,
  { caller, tenant, locale }: { caller: Caller; tenant: Tenant; locale: Locale },
  order: Order,
  targets: OrderTargets,
): Promise<RegistrationAnswer> {
  const { theme, batch_id, bunch_id } = targets
  const { id } = await tenant
    .insert('orders')
    .values({
      ...order,
      extra: JSON.stringify(order.extra),
      data_lines: order.data_lines && JSON.stringify(order.data_lines),
      theme,
      batch_id,
      bunch_id,
      sender_id: caller.id,
      sender_name: caller.name,
      // The vendor of the sender, not of the devices (decision 134).
      vendor_id: caller.vendor,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  // An order counts as read by its sender.
  await tenant.insert('order_marks').values({ client_id: caller.id, order_id: id, is_read: true }).execute()
  const total = await insertTargets(tenant, id, targets)
  await tenant.update('orders').set({ waiting: total }).where('orders.id', '=', id).execute()
  // The row rules of the sender's role must include the new order.
  const inScope = tenant.orders().where('orders.id', '=', id).select('orders.id')
  if (tenant.hasRules('orders') && !(await inScope.executeTakeFirst())) throw outsideRows()
  await addHistory(tx, caller, {
    action: 'ordered',
    resource: 'orders',
    record: id,
    label: order.title,
    after: {
      ...order.extra,
      code: order.code,
      data: valueForHistory(order, locale),
      theme,
      batch_id,
      bunch_id,
      total,
    },
  })
  return { id, total, holdUntil: wireTime(order.held_until) }
}

/** Inserts a target for every device; their number may have changed since the count. */
async function insertTargets(tenant: Tenant, order: number, targets: OrderTargets): Promise<number> {
  const { numInsertedOrUpdatedRows } = await tenant
    .insert('order_targets')
    .columns(['order_id', 'device_id', 'number'])
    .expression(
      targets.devices
        .limit(targets.max + 1)
        .select(eb => [
          eb.cast<number>(eb.val(order), 'bigint').as('order_id'),
          'devices.id as device_id',
          'devices.isdn as number',
        ]),
    )
    .executeTakeFirstOrThrow()
  const total = Number(numInsertedOrUpdatedRows ?? 0)
  checkTotal(targets, total)
  return total
}

/** The command with its current caption, and the value as text. */
async function readCommand(tenant: Tenant, { code, data }: OrderSheet, config: CompiledConfig) {
  const method = await findCommand(tenant, code)
  const rules = methodRules(config)
  const value = readMethodValue(method.content, data, rules)
  if ('problem' in value) {
    const parts = Object.entries(value.parts ?? {}).map(([path, problem]) => [`data.${path}`, problem])
    refuseProblems(Object.fromEntries(parts))
    throw fieldRefusal('data', value.problem.code, value.problem.params)
  }
  const secret = isSecretMethod(method.content, rules)
  return {
    code: method.code,
    caption: method.caption,
    data: value.text,
    secret,
    data_lines: value.lines ?? null,
  }
}

/** The value as text for the history: a line per part if it has several. Secrets are masked. */
function valueForHistory({ data, data_lines, secret }: Order, locale: Locale): string {
  if (!data_lines) return secret ? '***' : data
  return data_lines
    .map(line => lineText(line, locale, String))
    .map(({ label, value }) => `${label}: ${value}`)
    .join('\n')
}

function readTitle({ title = '' }: OrderSheet, caption: string, config: CompiledConfig): string {
  const text = title.trim()
  const max = config.app.limits.orderTitle
  if ([...text].length > max) throw fieldRefusal('title', 'order.titleTooLong', { max })
  return text === '' ? caption : text
}

/** Validates the fields that config adds: all keys of the sheet that `OrderSheet` does not have. */
async function readConfiguredFields(
  tenant: Tenant,
  caller: Caller,
  sheet: OrderSheet,
  config: CompiledConfig,
): Promise<Extra> {
  const resource = addedFields(config.resources.orders!)
  const input = Object.fromEntries(
    Object.entries(sheet).filter(([key]) => !Object.hasOwn(OrderSheet.properties, key)),
  )
  const conditionValues = { code: sheet.code }
  const referenced = await readReferenced(tenant, caller, { config, resource }, input)
  const { extra, problems } = acceptRecord({ resource, input, conditionValues, referenced }, caller, config)
  const invalidReferences = await referenceProblems(tenant, resource, extra, undefined)
  refuseProblems({ ...invalidReferences, ...problems })
  return extra
}

const SECOND = 1_000
const HOUR = 3_600_000

function readTimes(sheet: OrderSheet, now: Date, { order }: ServerSettings) {
  const started = readTime('started', sheet.started)
  const requestedEnd = readTime('expired', sheet.expired)
  const begin = started && started > now ? started : now
  const expired = requestedEnd ?? new Date(begin.getTime() + order.expireHours * HOUR)
  const period = { started: started ?? now, expired }
  const problem = periodProblem(period, { now, pastMs: order.pastSeconds * SECOND })
  if (problem) throw fieldRefusal(problem === 'startedPast' ? 'started' : 'expired', `order.${problem}`)
  // From the registration, not from the start: the sender needs this time to cancel.
  const held_until = order.holdSeconds > 0 ? new Date(now.getTime() + order.holdSeconds * SECOND) : null
  return { started, expired, held_until }
}

/** Empty text and the years 0000 and 0001 mean no time. */
function readTime(field: 'started' | 'expired', text: string | undefined): Date | null {
  if (!text?.trim() || /^000[01]\D/.test(text)) return null
  const time = parseOrderTime(text)
  if (!time) throw fieldRefusal(field, 'order.timeUnreadable')
  return time
}
