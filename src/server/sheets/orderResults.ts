/** What became of every device of an order, as a spreadsheet (decision 7). */
import { formatTime, LONG_FORM } from '../../domain/dates'
import type { OrderStatus } from '../../domain/orders'
import { formatPhone } from '../../domain/phone'
import type { WrittenValue } from '../../sheet'
import { allTargets } from '../store/orders/orderDetail'
import type { Tenant } from '../store/tenancy'
import type { Download, SheetWords } from './download'

/** An order as its file is named after. */
type Titled = { id: number; title: string }

/**
 * Rows by IMEI, read while they are sent.
 *
 * @param filter `hidden` are fields of devices that the caller may not see
 */
export function orderResults(
  tenant: Tenant,
  order: Titled,
  filter: { status?: OrderStatus; hidden: ReadonlySet<string> },
  words: SheetWords,
): Download {
  const { locale, say } = words
  const word = (key: string) => say(locale, `results.${key}`)
  const reasonOf = (reason: string) => {
    const key = `orders.reason.${reason}`
    const sentence = /^\w+$/.test(reason) ? say(locale, key) : key
    // The device's own words stay as they are.
    return sentence === key ? reason : sentence
  }
  async function* rows(): AsyncGenerator<WrittenValue[]> {
    for await (const target of allTargets(tenant, order.id, filter))
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
    fileName: resultsName(order, words),
    sheets: [{ name: word('sheet'), columns, rows: rows() }],
  }
}

/** The name that the file is saved under. */
export const resultsName = ({ id, title }: Titled, { locale, say }: SheetWords): string =>
  say(locale, 'results.fileName', { id, title: [...title].slice(0, 60).join('') })

/** Estimated size in bytes, for the order's page: the file is made when it is fetched. */
export const resultsWeight = (rows: number): number => 2_500 + rows * 22
