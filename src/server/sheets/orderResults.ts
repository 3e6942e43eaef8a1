/** Exports the result of every device of an order as a spreadsheet. */
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

/** The parts of an order that occur in the file name. */
type Titled = { id: number; title: string }

/** A column that has the same value in every row. */
interface Constant {
  header: string
  width: number
  value: WrittenValue
}

/** One column per value, for an order with several values. */
export const valueColumns = ({ dataLines = [] }: Order, { locale, translate }: SheetWords): Constant[] =>
  dataLines.map(line => {
    const { label, value } = lineText(line, locale, yes => translate(locale, yes ? 'forms.yes' : 'forms.no'))
    return { header: label, width: 20, value }
  })

/** The added fields of an order that the level may read. */
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
    const recordNames = await namesOf(tenant, config, reference, [order[name]].flat())
    for (const [id, recordName] of recordNames) names.set(`${reference} ${id}`, recordName)
  }
  const columns = plainColumns(resource, fields.map(asColumn), {
    config,
    locale,
    translate: key => translate(locale, key),
    nameOf: (reference, id) => names.get(`${reference} ${id}`),
  })
  return columns.map(({ cell, ...column }) => ({ ...column, value: cell(order) }))
}

/**
 * Rows by IMEI, read while they are sent.
 *
 * @param filter `hidden`: fields of devices that the caller may not see
 * @param orderColumns columns with the same value in every row, appended to the columns of the device
 */
export function orderResults(
  tenant: Tenant,
  order: Titled,
  filter: TargetFilters,
  orderColumns: readonly Constant[],
  words: SheetWords & { format: ExportFormat },
): Download {
  const { locale, translate } = words
  const translateKey = (key: string) => translate(locale, `results.${key}`)
  const reasonOf = (reason: string) => {
    const key = `orders.reason.${reason}`
    // A reason is one of our codes, or a text of the device, which is not translated. An unknown key translates to
    // itself.
    const sentence = /^\w+$/.test(reason) ? translate(locale, key) : key
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
        ...orderColumns.map(({ value }) => value),
      ]
  }
  const columns = [
    { header: translateKey('device'), width: 18 },
    { header: translateKey('number'), width: 16 },
    { header: translateKey('state'), width: 10 },
    { header: translateKey('changed'), width: 22 },
    { header: translateKey('reason'), width: 40 },
    ...orderColumns,
  ]
  return {
    fileName: resultsName(order, words),
    sheets: [{ name: translateKey('sheet'), columns, rows: rows() }],
  }
}

/** The file name. */
export const resultsName = (
  { id, title }: Titled,
  { locale, translate, format }: SheetWords & { format: ExportFormat },
): string => {
  const name = translate(locale, 'results.fileName', { id, title: [...title].slice(0, 60).join(''), format })
  // An owner's text may lack the placeholder of the format.
  return name.endsWith(`.${format}`) ? name : `${name}.${format}`
}

/** The estimated size in bytes, for the page of the order; the file is made only when it is requested. */
export const resultsWeight = (rows: number): number => 2_500 + rows * 22
