/** The tabs of a page with the records that refer to its record (`related` of config). */
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { RecordTabs } from '../../src/console/features/related'
import { configFiles } from '../support/configFiles'
import { renderInConsole, signIn } from '../support/consoleWorld'
import { configWith } from '../support/sims'
import { realProvider, restPage, stubServer } from '../support/stubServer'

const { shared: config } = configWith('teams', JSON.parse(configFiles()['examples/teams.json']!))

const TEAMS = 'GET /api/resources/teams'

const open = (at = '/') =>
  renderInConsole(
    <RecordTabs
      resource={config.resources.teams!}
      record={{ id: 1, name: '본부' }}
      label="관련 기록"
      tabs={[{ name: 'record', label: '정보', content: <p>양식</p> }]}
    />,
    { config, dataProvider: realProvider(), at },
  )
const panel = () => within(screen.getByRole('tabpanel', { name: /하위 점검반/ }))

beforeEach(() => void signIn({ level: 9 }))

describe('the tab of related records', () => {
  it('is hidden from users who may not list them', async () => {
    const server = stubServer({ [TEAMS]: restPage([]) })
    signIn({ level: 1 })
    open('/?tab=teams.leader')
    expect(await screen.findByText('양식')).toBeVisible()
    expect(screen.queryByRole('tab')).toBeNull()
    expect(server.sent(TEAMS)).toEqual([])
  })

  it('explains an empty list, with a link to create a record', async () => {
    stubServer({ [TEAMS]: restPage([]) })
    open('/?tab=teams.leader')
    expect(await screen.findByRole('tab', { name: '하위 점검반 0' })).toHaveAttribute('aria-selected', 'true')
    const create = await panel().findByRole('link', { name: '생성' })
    expect(create).toHaveAttribute('href', expect.stringContaining('/app/teams'))
    expect(await panel().findByText('관련 기록이 없습니다.')).toBeVisible()
    expect(panel().getByText('생성을 누르면 이 기록에 이어진 새 기록을 만듭니다.')).toBeVisible()
  })
})
