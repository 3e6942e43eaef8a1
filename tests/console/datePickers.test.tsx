/** The date pickers (§9, decision 14): what is pasted and typed is taken, or stays as it was and says why. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useWatch } from 'react-hook-form'
import { afterEach, describe, expect, it } from 'vitest'
import { ConsoleForm } from '../../src/console/forms/ConsoleForm'
import { DayInput, MomentInput } from '../../src/console/forms/kinds/date/pickers'
import { useResolver } from '../../src/console/forms/record/resolver'
import type { CompiledField } from '../../src/engine/compiled'
import { config, renderInConsole, user } from '../support/consoleWorld'

const { TZ } = process.env
afterEach(() => {
  if (TZ === undefined) delete process.env.TZ
  else process.env.TZ = TZ
})

const { fields, ...vendors } = config.resources.vendors!
const field = (type: 'datetime' | 'date') =>
  ({
    ...fields.name!,
    name: 'at',
    label: '시작',
    input: type,
    type,
    checks: [],
    help: undefined,
  }) as unknown as CompiledField

const Value = () => <output>{String(useWatch({ name: 'at' }))}</output>

function PickerForm({ type, at }: { type: 'datetime' | 'date'; at: string }) {
  const only = { ...vendors, fields: { at: field(type) } } as unknown as Parameters<typeof useResolver>[0]
  const resolver = useResolver(only, { action: 'edit', level: 9, levels: config.levels.numbers, current: {} })
  const Input = type === 'date' ? DayInput : MomentInput
  return (
    <ConsoleForm record={{ at }} resolver={resolver} mode="onBlur">
      <Input field={field(type)} required={false} level={9} />
      <Value />
      <button type="button">other</button>
    </ConsoleForm>
  )
}

const open = (type: 'datetime' | 'date', at: string) => renderInConsole(<PickerForm type={type} at={at} />)
const section = (name: string) => screen.getByRole('spinbutton', { name })
const value = () => screen.getByRole('status').textContent
const paste = (text: string) => {
  fireEvent.paste(section('년'), { clipboardData: { getData: () => text } })
}
const AT = '2026-11-30T15:00:00.000Z'

describe('pasting', () => {
  it('sets date and time', async () => {
    open('datetime', AT)
    await user.click(section('년'))
    paste('2026 12-06 03:00:00 KST')
    expect(value()).toBe('2026-12-05T18:00:00.000Z')
    const parts = within(screen.getByRole('group', { name: /시작/ })).getAllByRole('spinbutton')
    expect(parts.map(part => part.textContent)).toEqual(['2026', '12', '06', '03', '00', '00'])
  })

  it('sets a day, also from a text with a time', async () => {
    open('date', '2026-11-30')
    await user.click(section('년'))
    paste('2026-12-05T18:00:00Z')
    expect(value()).toBe('2026-12-06')
  })

  it.each([
    ['다음 주 월요일', /읽을 수 없어 그대로/],
    ['12/06/2026 03:00', /읽을 수 없어 그대로/],
    ['2026-02-30 03:00', /없는 것이어서 그대로/],
  ])('%s keeps the previous value, and says why until something else is entered', async (text, reason) => {
    open('datetime', AT)
    await user.click(section('년'))
    paste(text)
    expect(await screen.findByRole('alert')).toHaveTextContent(reason)
    expect(value()).toBe(AT)
    paste('2026-12-06 03:00')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('a year sets the year only', async () => {
    open('datetime', AT)
    await user.click(section('년'))
    paste('2027')
    expect(value()).toBe('2027-11-30T15:00:00.000Z')
  })
})

it.each([
  ['America/New_York', '2026-03-07T18:30:00.000Z', '2026-03-07T17:30:00.000Z'],
  ['Europe/London', '2026-03-28T17:30:00.000Z', '2026-03-28T16:30:00.000Z'],
  ['Africa/Cairo', '2026-04-23T16:30:00.000Z', '2026-04-23T15:30:00.000Z'],
])(
  'a Korean time that clocks in the zone of the browser skip is entered like all others in %s',
  async (zone, before, after) => {
    process.env.TZ = zone
    open('datetime', before)
    await user.click(section('시간'))
    await user.keyboard('{ArrowDown}')
    expect(value()).toBe(after)
  },
)

it('a day that does not exist is called so, unlike an unfinished one', async () => {
  open('date', '2026-01-31')
  await user.click(section('월'))
  await user.keyboard('{ArrowUp}')
  await user.click(screen.getByRole('button', { name: 'other' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('없는 날짜')
  await user.click(section('월'))
  await user.keyboard('{Backspace}')
  await user.click(screen.getByRole('button', { name: 'other' }))
  await waitFor(() => expect(screen.getByRole('alert')).not.toHaveTextContent('없는 날짜'))
})
