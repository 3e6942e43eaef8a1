/**
 * The tabs of a record's page with what refers to it (`related` of config): their numbers, who has them, and what they
 * say of nothing and of a failure.
 */
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { ConfigProvider } from '../../src/console/config'
import { WithRelated } from '../../src/console/features/related'
import { compileConfig } from '../../src/engine/load/compileConfig'
import { configFiles } from '../support/configFiles'
import { answer, renderInConsole, signIn } from '../support/consoleWorld'
import { realProvider, refusal, stubServer } from '../support/stubServer'

const files = configFiles()
const compiled = compileConfig({ ...files, 'resources/teams.json': files['examples/teams.json']! })
if (!compiled.ok) throw new Error(JSON.stringify(compiled.errors))
const config = compiled.config.shared

const TEAMS = 'GET /api/resources/teams'
const stamps = { created: '2026-01-02T03:04:05Z', updated: '2026-01-02T03:04:05Z' }
const team = (id: number, name: string) => ({
  id,
  name,
  devices: [],
  groups: [],
  leader: 1,
  note: '',
  ...stamps,
})
const page = (rows: object[], count: number) => () =>
  answer(rows as never, 200, {
    'content-range': `teams ${rows.length > 0 ? `0-${rows.length - 1}` : '*'}/${count}`,
  })

function open(at = '/') {
  const shown = renderInConsole(
    <ConfigProvider value={config}>
      <WithRelated resource={config.resources.teams!} record={{ id: 1, name: '본부' }}>
        <p>양식</p>
      </WithRelated>
    </ConfigProvider>,
    { dataProvider: realProvider(), at },
  )
  return { ...shown, user: userEvent.setup() }
}

beforeEach(() => {
  signIn({ level: 9 })
})

describe('the tab of related records', () => {
  it('has their number, and opens their list, asked for by what they refer to', async () => {
    const server = stubServer({ [TEAMS]: page([team(2, '북부 1반')], 1204) })
    const { user } = open()
    const tab = await screen.findByRole('tab', { name: '하위 점검반 1,204' })
    await user.click(tab)
    expect(await screen.findByText('북부 1반')).toBeVisible()
    expect(screen.getByText('양식')).not.toBeVisible()
    for (const { query } of server.sent(TEAMS))
      expect(JSON.parse(query.get('filter') ?? '{}')).toEqual({ leader: 1 })
    await user.click(screen.getByRole('tab', { name: '기본 정보' }))
    expect(screen.getByText('양식')).toBeVisible()
  })

  it('is not there for who may not list them', async () => {
    const server = stubServer({ [TEAMS]: page([], 0) })
    signIn({ level: 1 })
    open('/?tab=teams.leader')
    expect(await screen.findByText('양식')).toBeVisible()
    expect(screen.queryByRole('tab')).toBeNull()
    expect(server.sent(TEAMS)).toEqual([])
  })

  it('says that there are none, and how one comes to be where the user may make one', async () => {
    stubServer({ [TEAMS]: page([], 0) })
    open('/?tab=teams.leader')
    expect(await screen.findByRole('tab', { name: '하위 점검반 0' })).toHaveAttribute('aria-selected', 'true')
    const panel = within(screen.getByRole('tabpanel', { name: /하위 점검반/ }))
    expect(await panel.findByRole('link', { name: '추가' })).toHaveAttribute(
      'href',
      expect.stringContaining('/app/teams'),
    )
    expect(await panel.findByText('관련 기록이 없습니다.')).toBeVisible()
    expect(panel.getByText('추가를 누르면 이 기록에 이어진 새 기록을 만듭니다.')).toBeVisible()
  })

  it('has no number where they could not be counted, says why, and asks again', async () => {
    const server = stubServer({ [TEAMS]: refusal(500, '서버 오류입니다.') })
    const { user } = open('/?tab=teams.leader')
    expect(await screen.findByRole('tab', { name: '하위 점검반' })).toBeVisible()
    const panel = within(screen.getByRole('tabpanel', { name: /하위 점검반/ }))
    const again = await panel.findByRole('button', { name: '다시 시도' })
    server.handlers[TEAMS] = page([team(2, '북부 1반')], 1)
    await user.click(again)
    expect(await panel.findByText('북부 1반')).toBeVisible()
  })
})
