/** Times on the screen (§9, decision 36): which zone, that it is said, and how the other one is reached. */
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { DialogFrame } from '../../src/console/ui/dialogs/DialogFrame'
import { TimeGroup } from '../../src/console/ui/time/TimeGroup'
import { TimeText } from '../../src/console/ui/time/TimeText'
import { ZoneSwitch } from '../../src/console/ui/time/ZoneSwitch'
import { SHORT_FORM } from '../../src/domain/dates'
import { renderInConsole } from '../support/consoleWorld'

const TIME = '2026-03-01T23:30:00Z'
const times = () => screen.getAllByRole('button').filter(button => button.querySelector('time'))
// What it says is the description of the time; by itself it is nothing for screen readers.
const TIP = { hidden: true }
const tip = () => screen.findByRole('tooltip', TIP)
const tipGone = () => expect.poll(() => screen.queryByRole('tooltip', TIP)).toBeNull()

describe('a time', () => {
  it('is Korean time, and UTC where the specification has UTC; it says which', () => {
    renderInConsole(
      <>
        <TimeText time={TIME} />
        <TimeText time={TIME} form={SHORT_FORM} switched />
      </>,
    )
    expect(times().map(({ textContent }) => textContent)).toEqual([
      '2026 03-02 08:30:00 KST',
      '03-01 23:30:00 UTC',
    ])
    expect(document.querySelector('time')).toHaveAttribute('datetime', TIME)
  })

  it.each(['0001-01-01T00:00:00Z', '', null, undefined, 'garbage'])('%s is blank', time => {
    renderInConsole(<TimeText time={time} />)
    expect(document.querySelector('time')).toBeNull()
  })

  it('follows the switch only where the specification has UTC, and goes back with it', async () => {
    const user = userEvent.setup()
    renderInConsole(
      <>
        <ZoneSwitch />
        <TimeText time={TIME} form={SHORT_FORM} switched />
        <TimeText time={TIME} form={SHORT_FORM} />
      </>,
    )
    const shown = () => times().map(({ textContent }) => textContent)
    expect(screen.getByRole('group', { name: '시간대' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'UTC' })).toHaveAttribute('aria-pressed', 'true')
    await user.click(screen.getByRole('button', { name: 'KST' }))
    expect(shown()).toEqual(['03-02 08:30:00 KST', '03-02 08:30:00 KST'])
    await user.click(screen.getByRole('button', { name: 'UTC' }))
    expect(shown()).toEqual(['03-01 23:30:00 UTC', '03-02 08:30:00 KST'])
    // Pressed once more, it stays.
    await user.click(screen.getByRole('button', { name: 'UTC' }))
    expect(screen.getByRole('button', { name: 'UTC' })).toHaveAttribute('aria-pressed', 'true')
  })
})

describe('the other zone, with how long ago it is', () => {
  const show = () => {
    renderInConsole(<TimeText time={TIME} form={SHORT_FORM} switched />)
    return times()[0]!
  }

  it('shows to the mouse', async () => {
    await userEvent.hover(show())
    expect(await tip()).toHaveTextContent(/^2026 03-02 08:30:00 KST.*(전|후)$/)
  })

  it('shows at keyboard focus as the description of the time, goes with Escape and comes back with Enter', async () => {
    const user = userEvent.setup()
    const time = show()
    await user.tab()
    expect(time).toHaveFocus()
    await tip()
    expect(time).toHaveAccessibleDescription(/2026 03-02 08:30:00 KST/)
    await user.keyboard('{Escape}')
    await tipGone()
    await user.keyboard('{Enter}')
    expect(await tip()).toBeVisible()
  })

  it('shows at a tap, and goes with a tap elsewhere', async () => {
    const user = userEvent.setup()
    await user.pointer({ keys: '[TouchA]', target: show() })
    expect(await tip()).toHaveTextContent('2026 03-02 08:30:00 KST')
    await user.pointer({ keys: '[TouchA]', target: document.body })
    await tipGone()
  })
})

const list = (rows: number) => (
  <TimeGroup zoneInHead>
    {Array.from({ length: rows }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the rows differ in nothing else
      <TimeText key={row} time={`2026-03-0${row + 1}T00:00:00Z`} form={SHORT_FORM} switched />
    ))}
  </TimeGroup>
)

/** A list that loses its last row at a click. */
function Shrinking() {
  const [rows, setRows] = useState(3)
  return (
    <>
      {list(rows)}
      <button type="button" onClick={() => setRows(rows - 1)}>
        fewer
      </button>
    </>
  )
}

describe('the times of a list', () => {
  it('leave the zone to the head of their column', () => {
    renderInConsole(list(1))
    expect(times()[0]).toHaveTextContent(/^03-01 00:00:00$/)
  })

  it('are not those of a dialog that a row opens: its times say their zone', () => {
    renderInConsole(
      <TimeGroup zoneInHead>
        <DialogFrame title="secret">
          <TimeText time={TIME} />
        </DialogFrame>
      </TimeGroup>,
    )
    expect(times()[0]).toHaveTextContent(/^2026 03-02 08:30:00 KST$/)
  })

  it('are one tab stop, within which the arrow keys, Home and End move', async () => {
    const user = userEvent.setup()
    renderInConsole(
      <>
        {list(3)}
        <button type="button">after</button>
      </>,
    )
    await user.tab()
    expect(times()[0]).toHaveFocus()
    await user.keyboard('{ArrowRight}')
    expect(times()[1]).toHaveFocus()
    await user.keyboard('{End}')
    expect(times()[2]).toHaveFocus()
    await user.keyboard('{ArrowRight}')
    expect(times()[2]).toHaveFocus()
    await user.tab()
    expect(screen.getByRole('button', { name: 'after' })).toHaveFocus()
    await user.tab({ shift: true })
    expect(times()[2]).toHaveFocus()
    await user.keyboard('{Home}{ArrowLeft}')
    expect(times()[0]).toHaveFocus()
  })

  it('keep a tab stop when the one that had it is gone', async () => {
    const user = userEvent.setup()
    renderInConsole(<Shrinking />)
    await user.tab()
    await user.keyboard('{End}')
    await user.click(screen.getByRole('button', { name: 'fewer' }))
    expect(times().map(({ tabIndex }) => tabIndex)).toEqual([0, -1])
  })
})
