/** The cells of lists: a value in the format of its column. */
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { CELLS } from '../../src/console/forms/cells/cells'
import type { CompiledField } from '../../src/engine/compiled'
import { plainColumns } from '../../src/engine/fields/plainCells'
import { KINDS } from '../../src/engine/kinds'
import { FORMATS, type FormatName } from '../../src/engine/registry'
import { compileWith } from '../support/config'
import { config, renderInConsole } from '../support/consoleWorld'
import { KINDS_RESOURCE } from '../support/everyKind'

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

describe('the connection of a device (§4) is a word with the elapsed time', () => {
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const connection = (linked: string, closed: string) => {
    const Cell = CELLS.connection
    return renderInConsole(
      <Cell value="any" record={{ linked, closed }} name="connection" field={undefined} />,
    ).container
  }

  it.each([
    // The clock of the cells may be up to half a minute late.
    ['linked and never closed', minutesAgo(3.7), '0001-01-01T00:00:00Z', '온라인3분째'],
    ['linked again since', minutesAgo(3.7), minutesAgo(60), '온라인3분째'],
    ['closed since', minutesAgo(180), minutesAgo(125), '오프라인2시간째'],
    ['never linked', '0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z', '연결된 적 없음'],
  ])('when it was %s', (_, linked, closed, text) => {
    expect(connection(linked, closed).textContent).toBe(text)
  })
})

describe('the signal (§2: thresholds -80, -90 and -100)', () => {
  it.each([
    [-80, '매우 좋음'],
    [-81, '좋음'],
    [-90, '좋음'],
    [-91, '보통'],
    [-100, '보통'],
    [-101, '나쁨'],
  ])('of %i dBm is %s, and is described with its figure', (rsrp, word) => {
    show('signal', rsrp)
    expect(screen.getByText(word)).toBeInTheDocument()
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

describe('a choice and a reference are shown by their words in every format that config may choose', () => {
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
    const [exported] = plainColumns(kinds, [column], {
      config: shared,
      locale: 'ko',
      translate: key => key,
      zone: 'UTC',
      nameOf: () => 'FT-100',
    })
    return [shown, exported!.cell({ [name]: value })]
  }

  // `level` is for numbers of levels.
  it.each(KINDS.select.formats.filter(format => format !== 'level'))('select as %s', format => {
    expect(texts('size', format, 'b')).toEqual(['큼', '큼'])
  })

  // `identifier` shows the id to copy it.
  it.each(KINDS.reference.formats.filter(format => format !== 'identifier'))('reference as %s', format => {
    // The name of the record is read after the cell is shown.
    expect(texts('model', format, 1)[1]).toBe('FT-100')
  })
})
