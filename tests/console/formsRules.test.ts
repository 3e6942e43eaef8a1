/** Rules of lists without a screen: pages, addresses, searches, arranged columns, filters and refused cells. */
import { describe, expect, it } from 'vitest'
import { rowErrorsText } from '../../src/console/features/sheets/RowErrors'
import { changeFilter, isUnfiltered } from '../../src/console/forms/filters/filterValues'
import { type Arrangement, arrange, isVisible, move, toggle } from '../../src/console/forms/list/arrangement'
import { correctedSearch } from '../../src/console/forms/list/listQuery'
import { pageWindow } from '../../src/console/forms/list/Pager'
import { acceptText } from '../../src/console/forms/list/SearchInput'
import { bytes } from '../../src/console/ui/text/bytes'
import type { CompiledColumn, CompiledFilter } from '../../src/engine/compiled'

const column = (field: string, hidden = false): CompiledColumn => ({
  field,
  label: { ko: field, en: field },
  format: 'text',
  align: 'left',
  sortable: true,
  hidden,
  level: 'none',
  actions: [],
})
const columns = (...names: string[]) => names.map(name => column(name))

it.each([
  { page: 1, total: 2000, lastPage: 100, numbers: '1-10' },
  { page: 11, total: 2000, lastPage: 100, numbers: '11-20' },
  { page: 3, total: 41, lastPage: 3, numbers: '1-3' },
  { page: 1, total: 0, lastPage: 1, numbers: '1-1' },
  { page: 99, total: 40, lastPage: 2, numbers: '1-2' },
  { page: -4, total: 400, lastPage: 20, numbers: '1-10' },
])(
  'page numbers are in groups of ten (§9): page $page of $total devices shows $numbers',
  ({ page, total, lastPage, numbers }) => {
    const window = pageWindow(page, total, 20, 10)
    expect(window.lastPage).toBe(lastPage)
    expect(`${window.numbers[0]}-${window.numbers.at(-1)}`).toBe(numbers)
  },
)

describe('the query of an address', () => {
  const list = {
    perPage: 20,
    columns: [...columns('id', 'isdn'), { ...column('note'), sortable: false }],
    sort: { field: 'id', order: 'ASC' as const },
  }

  it.each([
    ['', undefined],
    ['?page=3&perPage=20&sort=isdn&order=DESC', undefined],
    ['?filter=%7B%22status%22%3A%22linked%22%7D', undefined],
    ['?perPage=100000&page=3&sort=isdn&order=ASC', '?sort=isdn&order=ASC'],
    ['?sort=password&order=ASC&page=2', '?page=2'],
    ['?sort=note&order=ASC', ''],
  ])('%s is corrected to %s', (search, corrected) => {
    expect(correctedSearch(search, list)).toBe(corrected)
  })

  it('may contain the default order, and keeps its filters when another part is removed', () => {
    expect(
      correctedSearch('?sort=id&order=ASC&page=1&perPage=20', { perPage: 20, columns: columns('name') }),
    ).toBeUndefined()
    const filter = encodeURIComponent('{"search":"1511"}')
    expect(new URLSearchParams(correctedSearch(`?filter=${filter}&perPage=7`, list)).get('filter')).toBe(
      '{"search":"1511"}',
    )
  })
})

describe('the text of a search', () => {
  it.each([
    ['010-1234-5678', '01012345678'],
    ['1.2.3', '1.2.3'],
    ['가나다 abc', ''],
    ['1'.repeat(50), '1'.repeat(32)],
    ['+82 10-1234-5678', '01012345678'],
    ['+82', '82'],
    ['010-1234-5678\n010-2222-3333', '01012345678'],
    ['01012345678 01022223333', '01012345678'],
    ['358126091045147\t010-1234-5678', '358126091045147'],
  ])('has only the characters that config allows (§2: digits and dots): %s becomes %s', (typed, kept) => {
    expect(acceptText(typed, '0-9.')).toBe(kept)
  })

  it('has all characters when config has no restriction', () => {
    expect(acceptText('야간 표시등', undefined)).toBe('야간 표시등')
  })
})

describe('an arrangement of columns or widgets', () => {
  const parts = (...names: string[]) => names.map(name => ({ name }))
  const all = parts('index', 'id', 'isdn', 'model')
  const names = (of: { name: string }[], arrangement: Arrangement) =>
    arrange(of, arrangement)
      .map(({ name }) => name)
      .join(' ')

  it('moves one, but not beyond the ends', () => {
    const moved = move(all, {}, 'model', -2)
    expect(names(all, moved)).toBe('index model id isdn')
    expect(names(all, move(all, {}, 'model', 9))).toBe('index id isdn model')
    expect(names(all, move(all, {}, 'index', -1))).toBe('index id isdn model')
  })

  it('puts one that config adds later where config has it, and omits one that config removed', () => {
    const moved = move(all, {}, 'model', -2)
    const more = parts('index', 'id', 'site', 'isdn', 'model')
    expect(names(more, moved)).toBe('index model id site isdn')
    expect(names(parts('index', 'id', 'model'), moved)).toBe('index model id')
    expect(names(all, { order: ['model', 'gone', 'index'] })).toBe('model index id isdn')
  })

  it('hides one and shows it again; one that config hides is shown after the user has switched it on', () => {
    const off = toggle(all, {}, 'isdn')
    expect(isVisible(all[2]!, off)).toBe(false)
    expect(isVisible(all[2]!, toggle(all, off, 'isdn'))).toBe(true)
    const hidden = [{ name: 'id' }, { name: 'note', hidden: true }]
    expect(isVisible(hidden[1]!, {})).toBe(false)
    expect(isVisible(hidden[1]!, toggle(hidden, {}, 'note'))).toBe(true)
  })

  it('never hides the last column, but may hide all widgets', () => {
    const last: Arrangement = { shown: { index: false, id: false, isdn: false } }
    expect(toggle(all, last, 'model', true)).toBe(last)
    expect(isVisible(all[3]!, toggle(all, last, 'model'))).toBe(false)
  })
})

describe('filters', () => {
  const filter = (name: string, more: Partial<CompiledFilter> = {}): CompiledFilter => ({
    name,
    type: 'reference',
    label: { ko: name, en: name },
    shownFrom: 0,
    level: 'none',
    ...more,
  })
  const filters = [
    filter('status', { all: { value: 'all', label: { ko: '전체', en: 'All' } } }),
    filter('model'),
    filter('batch', { dependsOn: 'model' }),
    filter('bunch', { dependsOn: 'batch' }),
  ]

  it('are changed independently, and removed by "all"', () => {
    expect(changeFilter(filters, { status: 'linked' }, 'model', 3)).toEqual({ status: 'linked', model: 3 })
    expect(changeFilter(filters, { status: 'linked', model: 3 }, 'status', 'all')).toEqual({ model: 3 })
    expect(changeFilter(filters, { model: 3 }, 'model', undefined)).toEqual({})
  })

  it('are removed with the filter that they depend on', () => {
    const before = { status: 'linked', model: 3, batch: 8, bunch: 2 }
    expect(changeFilter(filters, before, 'model', 4)).toEqual({ status: 'linked', model: 4 })
    expect(changeFilter(filters, before, 'batch', 9)).toEqual({ status: 'linked', model: 3, batch: 9 })
  })

  it('are active when they exclude records', () => {
    const values: Record<string, unknown> = { status: 'all', model: 3, batch: '' }
    const active = filters.filter(filter => !isUnfiltered(filter, values[filter.name]))
    expect(active.map(({ name }) => name)).toEqual(['model'])
  })
})

describe('refused cells of a spreadsheet as text', () => {
  const error = { row: 3, column: 'IMEI', code: 'imeiLength', message: 'IMEI는 15자리입니다.' }

  it.each(['=1+1', '+82', '-1', '@cmd', '\t=1', '  =A1'])('with the value %j are no formula', value => {
    const cell = rowErrorsText([{ ...error, value }], [])
      .split('\r\n')[1]!
      .split('\t')[2]!
    expect(cell.startsWith("'")).toBe(true)
  })

  it('have no line break in a value', () => {
    const text = rowErrorsText([{ ...error, value: 'a\nb\tc\rd' }], [])
    expect(text.split('\r\n')[1]).toBe('3\tIMEI\ta b c d\tIMEI는 15자리입니다.')
  })
})

it.each([
  [0, '0 B'],
  [5734, '5.6 kB'],
  [20971520, '20 MB'],
])('a size of %i bytes is %s', (size, text) => {
  expect(bytes(size)).toBe(text)
})
