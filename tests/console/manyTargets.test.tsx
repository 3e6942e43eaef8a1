/** Thousands of chosen devices slow down nothing that is typed beside them (issue 10, C.16). */
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { SearchTarget } from '../../src/console/features/compose/SearchTarget'
import type { DeviceHit } from '../../src/contract/devices'
import { renderInConsole, signIn } from '../support/consoleWorld'

/** Targets that count how often their number is looked at, which is once a drawn chip. */
function countedTargets(count: number): { targets: DeviceHit[]; looks: () => number } {
  let looks = 0
  const targets = Array.from({ length: count }, (_, at) => ({
    device: String(358126090000000 + at),
    online: true,
    get number() {
      looks++
      return `010${String(10_000_000 + at)}`
    },
  }))
  return { targets, looks: () => looks }
}

const unchanged = () => {}

function Form({ targets }: { targets: DeviceHit[] }) {
  const [title, setTitle] = useState('')
  return (
    <>
      <input aria-label="title" value={title} onChange={event => setTitle(event.target.value)} />
      <SearchTarget targets={targets} change={unchanged} />
    </>
  )
}

it('draws no chip of 2,000 targets anew while the title or the search is typed', async () => {
  signIn({ level: 6 })
  const { targets, looks } = countedTargets(2000)
  renderInConsole(<Form targets={targets} />)
  await screen.findByText('010-1000-0000')
  const drawn = looks()
  const user = userEvent.setup()
  await user.type(screen.getByRole('textbox', { name: 'title' }), '야간 점검')
  await user.type(screen.getByRole('searchbox'), '010')
  expect(screen.getByRole('searchbox')).toHaveValue('010')
  expect(looks()).toBe(drawn)
})
