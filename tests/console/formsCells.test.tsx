/** The cells of lists: a value in the format of its column. */
import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { CELLS } from '../../src/console/forms/cells/cells'
import type { CompiledField } from '../../src/engine/compiled'
import { plainColumns } from '../../src/engine/fields/plainCells'
import { KINDS } from '../../src/engine/kinds'
import { FORMATS, type FormatName } from '../../src/engine/registry'
import { compileWith } from '../support/config'
import { config, renderInConsole } from '../support/consoleWorld'
import { KINDS_FIELDS, KINDS_RESOURCE, PICTURE } from '../support/everyKind'

function show(format: FormatName, value: unknown, more: { name?: string; field?: CompiledField } = {}) {
  const Cell = CELLS[format]
  const { name = 'isdn', field = config.resources.devices!.fields[name] } = more
  const view = renderInConsole(
    <div data-testid="cell">
      <Cell value={value} record={{ [name]: value }} name={name} field={field} />
    </div>,
  )
  return { ...view, cell: screen.getByTestId('cell') }
}

describe('a cell', () => {
  it.each<[FormatName, unknown, string]>([
    ['text', 'FT-100', 'FT-100'],
    ['text', { a: 1 }, ''],
    ['identifier', '358126091045147', '358126091045147'],
    ['phone', '01015111436', '010-1511-1436'],
    ['phone', '', ''],
    ['brn', '1248100998', '124-81-00998'],
    ['serial', 1122, '00001122'],
    ['serial', '123456789', '123456789'],
    ['serial', '', ''],
    ['deviceTime', '2026-11-19T07:04:01Z', '11-19 07:04:01 UTC'],
    ['deviceTime', '0001-01-01T00:00:00Z', ''],
    ['time', '2026-11-19T07:04:01Z', '2026 11-19 16:04:01 KST'],
    ['positive', 5, '5'],
    ['positive', 0, ''],
    ['count', 12345, '12,345'],
    ['yesNo', true, '예'],
    ['level', 6, '업체'],
    ['link', 'javascript:alert(1)', 'javascript:alert(1)'],
    ['color', 'url(//x)', 'url(//x)'],
    ['json', { a: [1] }, '{"a":[1]}'],
  ])('of the format %s shows %j as "%s"', (format, value, text) => {
    expect(show(format, value).cell.textContent).toBe(text)
  })

  it('of every format can be empty', () => {
    for (const format of FORMATS) {
      const { cell, unmount } = show(format, undefined)
      expect(cell.textContent, format).toBe('')
      unmount()
    }
  })
})

/** The time so many minutes ago. A text stands for an absent time, and is returned. */
const minutesAgo = (minutes: number | string) =>
  typeof minutes === 'string' ? minutes : new Date(Date.now() - minutes * 60_000).toISOString()
const NEVER = '0001-01-01T00:00:00Z'
const connection = (linked: string, closed: string) => {
  const Cell = CELLS.connection
  return renderInConsole(<Cell value="any" record={{ linked, closed }} name="connection" field={undefined} />)
    .container
}

it.each([
  // The clock of the cells may be up to half a minute late.
  ['linked and never closed', 3.7, NEVER, '온라인3분째'],
  ['linked again since', 3.7, 60, '온라인3분째'],
  ['closed since', 180, 125, '오프라인2시간째'],
  ['never linked', NEVER, NEVER, '연결된 적 없음'],
])(
  'the connection of a device (§4) is a word with the elapsed time when it was %s',
  (_, linked, closed, text) => {
    // The minutes count from now, not from the time when the file was loaded.
    expect(connection(minutesAgo(linked), minutesAgo(closed)).textContent).toBe(text)
  },
)

describe('the signal (§2: thresholds -80, -90 and -100)', () => {
  it.each([
    [-80, '매우 좋음', 4],
    [-81, '좋음', 3],
    [-90, '좋음', 3],
    [-91, '보통', 2],
    [-100, '보통', 2],
    [-101, '나쁨', 1],
  ])('of %i dBm is %s and %i bars, and is described with its figure', (rsrp, word, bars) => {
    const { cell } = show('signal', rsrp)
    expect(cell.querySelectorAll('rect:not(.signal-empty)')).toHaveLength(bars)
    expect(screen.getByText(`신호 ${word} \u2212${-rsrp} dBm`)).toBeInTheDocument()
  })

  it.each([0, undefined, null, 'x'])('is empty for %s', rsrp => {
    expect(show('signal', rsrp).cell).toBeEmptyDOMElement()
  })
})

it('an address of the web is a link', () => {
  show('link', 'https://example.com/a')
  expect(screen.getByRole('link', { name: 'example.com/a' })).toHaveAttribute('rel', 'noopener noreferrer')
})

it('a choice shows its label, or a value without a choice as it is', () => {
  const field = config.resources.orders!.fields.theme
  const first = show('choice', 'batch', { name: 'theme', field })
  expect(first.cell).toHaveTextContent('그룹')
  first.unmount()
  expect(show('choice', 'other', { name: 'theme', field }).cell).toHaveTextContent('other')
})

it('HTML in a value is text', () => {
  const { cell } = show('text', '<img src=x onerror=alert(1)>')
  expect(cell.querySelector('img')).toBeNull()
  expect(cell).toHaveTextContent('<img src=x onerror=alert(1)>')
})

const EXPORT = { locale: 'ko', translate: (key: string) => key, zone: 'UTC', nameOf: () => 'FT-100' } as const

describe('in each format that config may choose', () => {
  /** The text of the cell, on the screen and in an export. */
  function texts(name: string, format: FormatName, value: unknown) {
    const columns = [{ field: name, format }]
    const file = { ...KINDS_RESOURCE, list: { ...KINDS_RESOURCE.list, columns } }
    const { shared } = compileWith({ 'resources/kinds.json': file })
    const kinds = shared.resources.kinds!
    const column = kinds.list!.columns[0]!
    const field = kinds.fields[name]!
    const { cell, unmount } = show(column.format, value, { name, field })
    const shown = cell.textContent
    unmount()
    const [exported] = plainColumns(kinds, [column], { ...EXPORT, config: shared })
    return [shown, exported?.cell({ [name]: value }) ?? null]
  }

  it.each(KINDS.select.formats)('a choice is shown by its label: %s', format => {
    expect(texts('size', format, 'b')).toEqual(['큼', '큼'])
  })

  // The name of the record is read after the cell is shown. `identifier` shows the id, to copy it.
  it.each(KINDS.reference.formats)(
    'a reference is exported by its name, except as an identifier: %s',
    format => {
      const [shown, exported] = texts('model', format, 1)
      expect([shown, exported]).toEqual(['1', format === 'identifier' ? '1' : 'FT-100'])
    },
  )

  it('a level is shown and exported by its name', () => {
    expect(texts('count', 'level', 6)).toEqual(['업체', '업체'])
  })

  /** A value for each field. Some formats need another value. */
  const VALUES: Partial<Record<keyof typeof KINDS_FIELDS, unknown>> & Record<string, unknown> = {
    name: '가',
    note: '가',
    count: 6,
    active: true,
    day: '2026-01-31',
    moment: '2026-01-31T00:00:00.000Z',
    size: 'b',
    side: 'a',
    tags: ['a', 'b'],
    model: 1,
    parts: [1],
    email: 'a@example.com',
    phone: '01012345678',
    page: 'https://example.com',
    color: '#aabbcc',
    shape: { a: 1 },
    picture: `data:image/png;base64,${PICTURE.toString('base64')}`,
    signal: -80,
  }
  it('a changed value that itself has the format of changes is exported as JSON', () => {
    const shape = { ...KINDS_FIELDS.shape, format: 'changes' }
    const list = { ...KINDS_RESOURCE.list, columns: ['shape'] }
    const file = { ...KINDS_RESOURCE, fields: { ...KINDS_RESOURCE.fields, shape }, list }
    const { shared } = compileWith({ 'resources/kinds.json': file })
    const kinds = shared.resources.kinds!
    const [column] = plainColumns(kinds, kinds.list!.columns, { ...EXPORT, config: shared })
    const entry = { resource: 'kinds', before: { shape: { a: 1 } }, after: { shape: { a: 2 } } }
    expect(column!.cell(entry)).toMatch(/: \{"a":1\} → \{"a":2\}$/)
  })

  const pairs = Object.entries(KINDS_FIELDS).flatMap(([name, { type }]) =>
    KINDS[type].formats.map(format => [name, format] as const),
  )
  it.each(pairs)('the field %s as %s is shown and exported, unless it is a picture', async (name, format) => {
    // The code of a cell may be fetched when it is shown.
    await vi.waitFor(() => {
      const [shown, exported] = texts(name, format, VALUES[format] ?? VALUES[name])
      // A picture is shown without text, and not exported.
      const isText = format !== 'image'
      expect([shown !== '', !['', null].includes(exported as string)]).toEqual([isText, isText])
    })
  })
})
