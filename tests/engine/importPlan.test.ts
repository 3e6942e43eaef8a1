/** The sheet that imports records of a resource is derived from its fields, in both languages. */
import { describe, expect, it } from 'vitest'
import type { CompiledConfig } from '../../src/engine/compiled'
import {
  headerFinder,
  importPlan,
  type RosterCell,
  type RosterRow,
  rosterReader,
  type SheetContext,
} from '../../src/engine/roster'
import { packageConfig } from '../support/config'
import { KINDS_RESOURCE } from '../support/everyKind'
import { configWith } from '../support/sims'

type Given = string | Partial<RosterCell>
const row = (number: number, cells: readonly Given[]): RosterRow => ({
  number,
  cells: cells
    .map((given, index): RosterCell => {
      const properties = typeof given === 'string' ? { text: given } : given
      const text = properties.text ?? ''
      return { column: index + 1, kind: 'text', raw: text, ...properties, text }
    })
    .filter(({ text, kind }) => text !== '' || kind === 'formula'),
})

const kinds = (more: object = {}) =>
  configWith('kinds', { ...KINDS_RESOURCE, import: 'vendor', ...more }).shared
const planOfKinds = (config: CompiledConfig = kinds()) => importPlan(config, 'kinds')!

const HEADER = ['이름', '메모', '수량', '사용', '설치일', '점검 시각', '크기', '방향', '표시', '모델', '부품']
const VALID = [
  'A-1',
  '한 줄\n두 줄',
  '3',
  '예',
  '2026-03-05',
  '2026-03-05 09:00',
  '작음',
  'Left',
  '신규, 예비',
  'FT-100',
  'x, y',
]

/** Reads rows below a header. */
function read(
  rows: readonly (readonly Given[])[],
  {
    header = HEADER,
    config = kinds(),
    ...context
  }: { header?: readonly string[]; config?: CompiledConfig } & Partial<SheetContext> = {},
) {
  const opened = rosterReader(row(1, header), {
    plan: planOfKinds(config),
    config,
    level: 6,
    locale: 'ko',
    ...context,
  })
  if ('problems' in opened) return opened.problems.map(({ column, code }) => `${column} ${code}`)
  return rows.map((cells, index) => {
    const { record, problems } = opened.reader.read(row(index + 2, cells))
    return problems.length > 0 ? problems.map(({ column, code }) => `${column} ${code}`) : record
  })
}

describe('The columns of an import', () => {
  it('are the fields of the form that a cell can contain', () => {
    expect(planOfKinds().columns.map(({ field }) => field)).toEqual([
      ...['name', 'note', 'count', 'active', 'day', 'moment', 'size', 'side', 'tags', 'model', 'parts'],
      ...['email', 'phone', 'page', 'color'],
    ])
  })

  it('are found by label in both languages, by the name of the field, and by the zone that an export adds', () => {
    const find = headerFinder(planOfKinds())
    const fieldOf = (header: string) => find(header).column?.field
    const headers = ['수량', 'number of  PIECES', 'count', '점검 시각 (KST)', '수량 (KST)']
    expect(headers.map(fieldOf)).toEqual(['count', 'count', 'count', 'moment', undefined])
    expect(find('점검 시각 (UTC)').zone).toBe('UTC')
    expect(find('설치 일자').suggestion?.field).toBe('day')
  })

  it('are found by the headers of an exported list, with its units; an update refuses another unit', () => {
    const count = { field: 'count', label: { ko: '용량 (MB)', en: 'Size (MB)' }, format: 'signal' }
    const config = kinds({ list: { ...KINDS_RESOURCE.list, columns: [count, 'moment', 'color'] } })
    const find = headerFinder(planOfKinds(config))
    const headers = ['용량 (MB)', 'Size (MB)', 'Size (MB) (dBm)', 'Size (GB)']
    expect(headers.map(header => find(header).column?.field)).toEqual(['count', 'count', 'count', undefined])
    const update = { config, isUpdate: true }
    expect(read([['3']], { header: ['색 (RGB)'], ...update })).toEqual(['색 (RGB) unknownHeader'])
    expect(read([['3']], { header: ['Size (MB)'], ...update })).toMatchObject([{ extra: { count: 3 } }])
  })

  it('have the level of their field', () => {
    const { name } = KINDS_RESOURCE.fields
    const config = kinds({
      fields: {
        ...KINDS_RESOURCE.fields,
        note: { ...name, required: false, label: '비고', write: 'master' },
      },
    })
    expect(planOfKinds(config).columns.find(({ field }) => field === 'note')?.level).toBe('master')
    expect(
      read([['A-1', 'x', '', '', '', '', '작음', '왼쪽', '', 'FT-100']], {
        config,
        header: ['이름', '비고', ...HEADER.slice(2)],
      }),
    ).toEqual([['비고 forbidden']])
  })

  it('can be chosen by config, with their own headers', () => {
    const columns = [
      { field: 'size' },
      { field: 'name', header: { ko: '품명', en: 'Item' }, aliases: ['이름'], required: true },
      { field: 'side' },
      { field: 'model' },
    ]
    const plan = planOfKinds(kinds({ import: { level: 'vendor', columns } }))
    const headers = plan.columns.map(({ field, header }) => `${field} ${header.ko}`)
    expect(headers).toEqual(['size 크기', 'name 품명', 'side 방향', 'model 모델'])
    expect(headerFinder(plan)('이름').column?.field).toBe('name')
  })
})

describe('A row of an import', () => {
  it('becomes the values of a save; names of records stay as they are written', () => {
    expect(read([VALID])).toEqual([
      {
        row: 2,
        values: { model: 'FT-100', parts: 'x, y' },
        extra: {
          name: 'A-1',
          note: '한 줄\n두 줄',
          count: 3,
          active: true,
          day: '2026-03-05',
          moment: '2026-03-05T00:00:00.000Z',
          size: 'a',
          side: 'a',
          tags: ['a', 'b'],
        },
        cleared: [],
      },
    ])
  })

  it.each<[index: number, given: Given, problem: string]>([
    [0, '', '이름 required'],
    [0, '열세 글자가 넘는 이름입니다', '이름 field.tooLong'],
    [1, '보이지 않는\u0007', '메모 control'],
    [2, '10', '수량 field.maximum'],
    [2, '세 개', '수량 number'],
    [2, { text: '3', kind: 'formula' }, '수량 formula'],
    [3, '글쎄', '사용 boolean'],
    [4, '2026-02-30', '설치일 date'],
    [5, '내일', '점검 시각 dateTime'],
    [6, '중간', '크기 choice'],
    [8, '신규', '표시 field.tooFew'],
    [9, '', '모델 required'],
    [0, { text: '2026-03-04', kind: 'date' }, '이름 dateCell'],
    [0, { text: '#N/A', kind: 'error' }, '이름 errorCell'],
  ])('with %i: %j is refused: %s', (index, given, problem) => {
    expect(read([VALID.map((cell, at) => (at === index ? given : cell))])).toEqual([[problem]])
  })

  it('leaves to the server what depends on the name of another record', () => {
    const fields = {
      ...KINDS_RESOURCE.fields,
      note: { type: 'text', label: '메모', visible: { field: 'model', eq: 5 } },
      email: { type: 'email', label: '이메일', required: { when: { field: 'model', eq: 5 } } },
    }
    const checks = [{ name: 'model', check: '!empty(model)', message: '모델을 적어 주세요.' }]
    const [record] = read([VALID], { config: kinds({ fields, checks }) })
    expect(record).toMatchObject({ extra: { note: '한 줄 두 줄' }, values: { model: 'FT-100' } })
  })

  it('without a password is a record without a password', () => {
    const { secret } = KINDS_RESOURCE.fields
    const config = kinds({ fields: { ...KINDS_RESOURCE.fields, secret: { ...secret, required: true } } })
    expect(read([VALID], { config })).toMatchObject([{ row: 2 }])
  })

  it('of an update needs only its key, and clears by a word', () => {
    const { name } = KINDS_RESOURCE.fields
    const config = kinds({
      fields: { ...KINDS_RESOURCE.fields, name: { ...name, unique: true } },
      import: { level: 'vendor', key: 'name' },
    })
    const header = ['이름', '모델', '메모', 'No']
    const rows = [
      ['A-1', '(비움)', '', '1'],
      ['a-1', '', '', '2'],
      ['', 'x', '', '3'],
    ]
    expect(read(rows, { config, header, isUpdate: true })).toEqual([
      { row: 2, values: {}, extra: { name: 'A-1' }, cleared: ['model'] },
      ['이름 duplicateValue'],
      ['이름 required'],
    ])
    expect(read([], { config, header: ['모델'], isUpdate: true })).toEqual(['이름 missingHeader'])
  })

  it('that repeats a unique value is refused, also of values that only the database keeps unique', () => {
    const config = packageConfig().shared
    const plan = importPlan(config, 'clients')!
    const opened = rosterReader(row(1, ['이름', '이메일']), { plan, config, level: 9, locale: 'en' })
    if ('problems' in opened) throw new Error(JSON.stringify(opened.problems))
    const codes = ['a@x.kr', 'b@x.kr', 'A@X.kr'].map(email =>
      opened.reader.read(row(2, ['김하나', email])).problems.map(({ code }) => code),
    )
    expect(codes).toEqual([[], [], ['duplicateValue']])
  })
})
