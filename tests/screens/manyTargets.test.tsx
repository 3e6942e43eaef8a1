/** Thousands of selected devices do not slow down typing beside them. */
import { screen } from '@testing-library/react'
import { Form } from 'ra-core'
import { useFormContext } from 'react-hook-form'
import { expect, it } from 'vitest'
import { EMPTY, type Targets, withTargets } from '../../src/console/features/compose/draft/draft'
import { SearchTarget } from '../../src/console/features/compose/targets/SearchTarget'
import type { DeviceHit } from '../../src/contract/devices'
import { renderInConsole, signIn, user } from '../support/consoleWorld'

/** Targets that count how often their number is read: once for each rendered chip. */
function countedTargets(count: number): { targets: DeviceHit[]; reads: () => number } {
  let reads = 0
  const targets = Array.from({ length: count }, (_, at) => ({
    device: String(358126090000000 + at),
    online: true,
    get number() {
      reads++
      return `010${String(10_000_000 + at)}`
    },
  }))
  return { targets, reads: () => reads }
}

function Page({ targets }: { targets: Targets }) {
  return (
    <Form defaultValues={{ ...EMPTY, targets }}>
      <Title />
      <SearchTarget />
    </Form>
  )
}
const Title = () => <input aria-label="title" {...useFormContext().register('title')} />

it('does not render the chips of 2,000 targets again while the title or the search is typed', async () => {
  signIn({ level: 6 })
  const { targets, reads } = countedTargets(2000)
  renderInConsole(<Page targets={withTargets(EMPTY.targets, targets)} />)
  await screen.findByText('010-1000-0000')
  const before = reads()
  await user.type(screen.getByRole('textbox', { name: 'title' }), '야간 점검')
  await user.type(screen.getByRole('searchbox'), '010')
  expect(screen.getByRole('searchbox')).toHaveValue('010')
  expect(reads()).toBe(before)
})
