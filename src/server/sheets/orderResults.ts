/** What became of every device of an order, as a spreadsheet. */
import type { Order } from '../../contract/orders'
import { formatTime, LONG_FORM } from '../../domain/dates'
import type { ExportFormat } from '../../domain/fileName'
import { formatPhone } from '../../domain/phone'
import { may, readableFields } from '../../engine/access'
import type { CompiledConfig } from '../../engine/compiled'
import { addedFields } from '../../engine/fields/addedFields'
import { asColumn } from '../../engine/fields/asColumn'
import { plainColumns } from '../../engine/fields/plainCells'
import { lineText } from '../../engine/valueObject/lines'
import type { WrittenValue } from '../../sheet'
import { allTargets, type TargetFilters } from '../store/orders/orderDetail'
import { namesOf } from '../store/records/references'
import type { Tenant } from '../store/tenancy'
import type { Download, SheetWords } from './download'

/** An order as its file is named after. */
type Titled = { id: number; title: string }

/** A column that has the same value in every row. */
interface Constant {
  header: string
  width: number
  value: WrittenValue
}

/** The values of an order that has several, by their titles. */
export const valueColumns = ({ dataLines = [] }: Order, { locale, translate }: SheetWords): Constant[] =>
  dataLines.map(line => {
    const { label, value } = lineText(line, locale, yes => translate(locale, yes ? 'forms.yes' : 'forms.no'))
    return { header: label, width: 20, value }
  })

/** What config adds to an order, as far as this level sees it. */
export async function addedColumns(
  tenant: Tenant,
  order: Readonly<Record<string, unknown>>,
  { config, level }: { config: CompiledConfig; level: number },
  { locale, translate }: SheetWords,
): Promise<Constant[]> {
  const resource = addedFields(config.resources.orders!)
  const fields = readableFields(config, level, resource)
  const names = new Map<string, string>()
  for (const { name, reference } of fields) {
    if (!reference || !may(config, level, reference, 'list')) continue
    const found = await namesOf(tenant, config, reference, [order[name]].flat())
    for (const [id, called] of found) names.set(`${reference} ${id}`, called)
  }
  const columns = plainColumns(resource, fields.map(asColumn), {
    config,
    locale,
    zone: 'UTC',
    translate: key => translate(locale, key),
    nameOf: (reference, id) => names.get(`${reference} ${id}`),
  })
  return columns.map(({ cell, ...column }) => ({ ...column, value: cell(order) }))
}

/**
 * Rows by IMEI, read while they are sent.
 *
 * @param filter `hidden` are fields of devices that the caller may not see
 * @param ofOrder what is the same in every row, behind what became of the device
 */
export function orderResults(
  tenant: Tenant,
  order: Titled,
  filter: TargetFilters,
  ofOrder: readonly Constant[],
  words: SheetWords & { format: ExportFormat },
): Download {
  const { locale, translate } = words
  const word = (key: string) => translate(locale, `results.${key}`)
  const reasonOf = (reason: string) => {
    const key = `orders.reason.${reason}`
    const sentence = /^\w+$/.test(reason) ? translate(locale, key) : key
    // The device's own words stay as they are.
    return sentence === key ? reason : sentence
  }
  async function* rows(): AsyncGenerator<WrittenValue[]> {
    for await (const target of allTargets(tenant, order.id, filter))
      yield [
        target.device,
        formatPhone(target.number),
        translate(locale, `orders.state.${target.status}`),
        formatTime(target.changed, LONG_FORM, 'UTC'),
        reasonOf(target.reason),
        ...ofOrder.map(({ value }) => value),
      ]
  }
  const columns = [
    { header: word('device'), width: 18 },
    { header: word('number'), width: 16 },
    { header: word('state'), width: 10 },
    { header: word('changed'), width: 22 },
    { header: word('reason'), width: 40 },
    ...ofOrder,
  ]
  return {
    fileName: resultsName(order, words),
    sheets: [{ name: word('sheet'), columns, rows: rows() }],
  }
}

/** The name that the file is saved under. */
export const resultsName = (
  { id, title }: Titled,
  { locale, translate, format }: SheetWords & { format: ExportFormat },
): string => {
  const name = translate(locale, 'results.fileName', { id, title: [...title].slice(0, 60).join(''), format })
  // The sentence of an owner may still be of the time when there was one format.
  return name.endsWith(`.${format}`) ? name : `${name}.${format}`
}

/** Estimated size in bytes, for the order's page: the file is made when it is fetched. */
export const resultsWeight = (rows: number): number => 2_500 + rows * 22
