/** Two resources of config: quotes, and the lines of quotes. */
import type { Compiled } from '../../src/engine/compiled'
import { type ConfigFile, compileWith } from './config'

export const QUOTE_LINES = {
  label: { ko: '견적 항목', en: 'Quote lines' },
  path: '/app/quote-lines',
  recordName: 'name',
  source: { dialect: 'simple-rest' },
  access: { list: 'guest', show: 'guest', create: 'client', edit: 'client', delete: 'client' },
  fields: {
    quote: { type: 'reference', reference: 'quotes', label: '견적' },
    position: { type: 'number', label: '순서' },
    name: { type: 'text', label: '품목', required: true, max: 20, unique: { with: ['quote'] } },
    amount: { type: 'number', label: '금액', min: 0, max: 1_000_000 },
    quantity: { type: 'number', label: '수량', default: 1 },
    total: { type: 'number', label: '합계', computed: 'amount * quantity' },
    cost: { type: 'number', label: '원가', read: 'master', write: 'master' },
    model: { type: 'reference', reference: 'models', label: '모델' },
    note: { type: 'text', label: '메모', default: '없음' },
  },
  checks: [
    {
      name: 'few',
      check: 'amount < 1000 || quantity < 100',
      message: '비싼 것은 100개까지입니다.',
      at: 'quantity',
    },
  ],
  list: { columns: ['name', 'amount'], actions: ['create'], rowActions: ['edit', 'delete'] },
  form: { sections: [{ fields: ['quote', 'name', 'amount', 'quantity', 'note'] }] },
} as const

export const QUOTES = {
  label: { ko: '견적', en: 'Quotes' },
  path: '/app/quotes',
  recordName: 'title',
  source: { dialect: 'simple-rest' },
  access: { list: 'guest', show: 'guest', create: 'client', edit: 'client', delete: 'client' },
  fields: {
    title: { type: 'text', label: '제목', required: true, max: 40 },
    vendor: { type: 'reference', reference: 'vendors', label: '업체', read: 'master', write: 'master' },
    lines: {
      type: 'children',
      label: { ko: '항목', en: 'Lines' },
      reference: 'quote-lines',
      by: 'quote',
      fields: ['name', 'amount', 'quantity', 'total', 'cost', 'model'],
      order: 'position',
      max: 5,
    },
  },
  list: { columns: ['title'], actions: ['create'], rowActions: ['edit', 'delete'] },
  form: { sections: [{ fields: ['title', 'vendor', 'lines'] }], width: 'wide' },
} as const

/** The package's config with both. @param change edits their files before they are compiled */
type Change = (quotes: ConfigFile, lines: ConfigFile) => void
export function quotesConfig(change: Change = () => undefined, roles?: object): Compiled {
  const [quotes, lines] = structuredClone([QUOTES, QUOTE_LINES]) as unknown as [ConfigFile, ConfigFile]
  change(quotes, lines)
  return compileWith({
    'resources/quotes.json': quotes,
    'resources/quote-lines.json': lines,
    ...(roles && { 'roles.json': { roles } }),
  })
}
