/** Makes the export of orders show what the mailbox shows: the status, the caption and labelled values. */
import type { Method } from '../../contract/methods'
import type { Order } from '../../contract/orders'
import { choiceTitles } from '../../domain/methodInput'
import { ORDER_STATUSES } from '../../domain/orders'
import { ownValue } from '../../domain/own'
import type { CompiledField, CompiledResource, Words } from '../../engine/compiled'
import { asColumn } from '../../engine/fields/asColumn'
import { LOCALES, pick } from '../../engine/i18n'
import { lineText } from '../../engine/valueObject/lines'
import type { ConfigSource } from '../deps'
import type { Wire } from '../store/records/sources'
import type { SheetWords } from './download'

const STATUS = 'status'

/** Appends the column of the status, unless config has one. */
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
  }
  return {
    ...resource,
    fields: { ...fields, [STATUS]: status },
    list: { ...list, columns: [...list.columns, asColumn(status)] },
  }
}

/**
 * The order as the mailbox shows it: the title defaults to the caption of the command; several values are labelled; a
 * choice has its words.
 */
export function asListed(order: Order, methods: readonly Method[], { locale, translate }: SheetWords): Wire {
  const { title, caption, code, data, dataLines } = order
  const method = methods.find(candidate => candidate.code === code)
  const words = method && ownValue(choiceTitles(method.content), data)
  const yesNo = (yes: boolean) => translate(locale, yes ? 'forms.yes' : 'forms.no')
  const lines = dataLines?.map(line => {
    const { label, value } = lineText(line, locale, yesNo)
    return `${label}: ${value}`
  })
  return {
    ...order,
    title: title || caption,
    data: lines?.join(' · ') ?? (words ? pick(words, locale) : data),
  }
}
