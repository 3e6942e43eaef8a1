/** What became of every device of an order, as a spreadsheet (decision 7). */
import { formatTime, LONG_FORM } from '../../domain/dates'
import type { OrderStatus } from '../../domain/orders'
import { formatPhone } from '../../domain/phone'
import type { Locale } from '../../engine/compiled'
import { type WrittenValue, writeXlsx } from '../../sheet'
import type { ConfigSource } from '../deps'
import { allTargets } from '../store/orders/orderDetail'
import type { Tenant } from '../store/tenancy'
import { attachment, type Download, XLSX_TYPE } from './rosterSample'

export interface ResultSettings {
  status?: OrderStatus
  locale: Locale
  say: ConfigSource['translate']
  /** Fields of devices that the caller may not see. */
  hidden: ReadonlySet<string>
}

/** Rows by IMEI, read while they are sent. */
export function orderResults(
  tenant: Tenant,
  order: { id: number; title: string },
  { status, locale, say, hidden }: ResultSettings,
): Download {
  const word = (key: string) => say(locale, `results.${key}`)
  const reasonOf = (reason: string) => {
    const key = `orders.reason.${reason}`
    const sentence = /^\w+$/.test(reason) ? say(locale, key) : key
    // The device's own words stay as they are.
    return sentence === key ? reason : sentence
  }
  async function* rows(): AsyncGenerator<WrittenValue[]> {
    for await (const target of allTargets(tenant, order.id, { status, hidden }))
      yield [
        target.device,
        formatPhone(target.number),
        say(locale, `orders.state.${target.status}`),
        formatTime(target.changed, LONG_FORM, 'UTC'),
        reasonOf(target.reason),
      ]
  }
  const columns = [
    { header: word('device'), width: 18 },
    { header: word('number'), width: 16 },
    { header: word('state'), width: 10 },
    { header: word('changed'), width: 22 },
    { header: word('reason'), width: 40 },
  ]
  return {
    body: writeXlsx([{ name: word('sheet'), columns, rows: rows() }], {
      breathe: () => new Promise(setImmediate),
    }),
    headers: {
      'content-type': XLSX_TYPE,
      'content-disposition': attachment(resultsName(order, locale, say)),
    },
  }
}

/** The name that the file is saved under. */
export function resultsName(
  { id, title }: { id: number; title: string },
  locale: Locale,
  say: ConfigSource['translate'],
): string {
  return say(locale, 'results.fileName', { id, title: [...title].slice(0, 60).join('') })
}

/** About how large it is, to be told before it is made: a packed row needs about so much. */
export const resultsWeight = (rows: number): number => 2_500 + rows * 22
