/** What the mailbox shows of orders beside the columns of config, for the list as a spreadsheet. */
import type { Order } from '../../contract/orders'
import { ORDER_STATUSES } from '../../domain/orders'
import type { CompiledField, CompiledResource, Words } from '../../engine/compiled'
import { asColumn } from '../../engine/fields/asColumn'
import { LOCALES } from '../../engine/i18n'
import { lineText } from '../../engine/valueObject/lines'
import type { ConfigSource } from '../deps'
import type { Wire } from '../store/records/sources'
import type { SheetWords } from './download'

const STATUS = 'status'

/** With the status behind the other columns, where config has no such column itself. */
export function withStatus(
  resource: CompiledResource,
  translate: ConfigSource['translate'],
): CompiledResource {
  const { list, fields } = resource
  if (!list || list.columns.some(({ field }) => field === STATUS)) return resource
  const inEachLanguage = (key: string) =>
    Object.fromEntries(LOCALES.map(locale => [locale, translate(locale, key)])) as unknown as Words
  const status: CompiledField = {
    name: STATUS,
    type: 'select',
    label: inEachLanguage('orders.status'),
    format: 'choice',
    input: 'select',
    choices: ORDER_STATUSES.map(value => ({ value, label: inEachLanguage(`orders.state.${value}`) })),
    read: 'none',
    write: 'never',
    storage: 'contract',
    rules: [],
    whenHidden: 'keep',
  }
  return {
    ...resource,
    fields: { ...fields, [STATUS]: status },
    list: { ...list, columns: [...list.columns, asColumn(status)] },
  }
}

/** An order without a title is called by its command, and several values are read by their titles. */
export function asListed(order: Order, { locale, translate }: SheetWords): Wire {
  const { title, caption, data, dataLines } = order
  const yesNo = (yes: boolean) => translate(locale, yes ? 'forms.yes' : 'forms.no')
  const lines = dataLines?.map(line => {
    const { label, value } = lineText(line, locale, yesNo)
    return `${label}: ${value}`
  })
  return { ...order, title: title || caption, data: lines?.join(' · ') ?? data }
}
