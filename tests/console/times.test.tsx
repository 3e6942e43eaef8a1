/** Times (§9, decision 36): their zone, that it is named, and how the other zone is shown. */
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { PreferencesMenu } from '../../src/console/ui/controls/PreferencesMenu'
import { DialogFrame } from '../../src/console/ui/dialogs/DialogFrame'
import { TimeGroup } from '../../src/console/ui/time/TimeGroup'
import { TimeText } from '../../src/console/ui/time/TimeText'
import { SHORT_FORM } from '../../src/domain/dates'
import { press, renderInConsole, user } from '../support/consoleWorld'

const TIME = '2026-03-01T23:30:00Z'
const times = () => screen.getAllByRole('button').filter(button => button.querySelector('time'))
const texts = () => times().map(({ textContent }) => textContent)

describe('a time', () => {
  it('is Korean time, or UTC where the specification says so, and names its zone', () => {
    renderInConsole(
      <>
        <TimeText time={TIME} />
        <TimeText time={TIME} form={SHORT_FORM} utcFirst />
      </>,
    )
    expect(texts()).toEqual(['2026 03-02 08:30:00 KST', '03-01 23:30:00 UTC'])
    expect(document.querySelector('time')).toHaveAttribute('datetime', TIME)
  })

  it.each(['0001-01-01T00:00:00Z', '', null, undefined, 'garbage'])('is blank for %s', time => {
    renderInConsole(<TimeText time={time} />)
    expect(document.querySelector('time')).toBeNull()
  })

  it('is in the zone that the user has chosen for all times', async () => {
    renderInConsole(
      <>
        <PreferencesMenu hasTimes />
        <TimeText time={TIME} form={SHORT_FORM} utcFirst />
        <TimeText time={TIME} form={SHORT_FORM} />
      </>,
    )
    const choose = async (name: string) => {
      await press('시간대')
      await user.click(screen.getByRole('menuitemradio', { name }))
    }
    await choose('모두 한국 시간 (KST)')
    expect(texts()).toEqual(['03-02 08:30:00 KST', '03-02 08:30:00 KST'])
    await choose('모두 UTC')
    expect(texts()).toEqual(['03-01 23:30:00 UTC', '03-01 23:30:00 UTC'])
    await choose('디바이스·제어 UTC, 그 밖 KST')
    expect(texts()).toEqual(['03-01 23:30:00 UTC', '03-02 08:30:00 KST'])
  })
})

describe('the tooltip with the other zone and the elapsed time', () => {
  // Screen readers read it as the description of the time; the tooltip itself is hidden from them.
  const TIP = { hidden: true }
  const tip = () => screen.findByRole('tooltip', TIP)
  const tipGone = () => expect.poll(() => screen.queryByRole('tooltip', TIP)).toBeNull()
  const show = () => {
    renderInConsole(<TimeText time={TIME} form={SHORT_FORM} utcFirst />)
    return times()[0]!
  }

  it('opens for the mouse', async () => {
    await user.hover(show())
    expect(await tip()).toHaveTextContent(/^2026 03-02 08:30:00 KST.*(전|후)$/)
  })

  it('opens for the keyboard, closes with Escape and opens again with Enter', async () => {
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

  it('opens with a tap, and closes with a tap elsewhere', async () => {
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
      <TimeText key={row} time={`2026-03-0${row + 1}T00:00:00Z`} form={SHORT_FORM} utcFirst />
    ))}
  </TimeGroup>
)

/** A list that loses its last row at a click. */
function ShrinkingList() {
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
  it('have their zone in the head of the column, and name it in a dialog that a row opens', () => {
    renderInConsole(
      <TimeGroup zoneInHead>
        <TimeText time={TIME} />
        <DialogFrame title="secret">
          <TimeText time={TIME} />
        </DialogFrame>
      </TimeGroup>,
    )
    const shown = [...document.querySelectorAll('time')].map(time => time.closest('button')?.textContent)
    expect(shown).toEqual(['2026 03-02 08:30:00', '2026 03-02 08:30:00 KST'])
  })

  it('are one tab stop, in which the arrow keys, Home and End move', async () => {
    renderInConsole(list(3))
    const expectFocusAt = (at: number) => expect(times()[at]).toHaveFocus()
    await user.tab()
    expectFocusAt(0)
    await user.keyboard('{ArrowRight}')
    expectFocusAt(1)
    await user.keyboard('{End}')
    expectFocusAt(2)
    await user.keyboard('{ArrowRight}')
    expectFocusAt(2)
    await user.tab()
    expect(document.body).toHaveFocus()
    await user.tab({ shift: true })
    expectFocusAt(2)
    await user.keyboard('{Home}{ArrowLeft}')
    expectFocusAt(0)
  })

  it('keep a tab stop when the row with the focus is removed', async () => {
    renderInConsole(<ShrinkingList />)
    await user.tab()
    await user.keyboard('{End}')
    await press('fewer')
    expect(times().map(({ tabIndex }) => tabIndex)).toEqual([0, -1])
  })
})
