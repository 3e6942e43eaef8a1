/** Records that the user may see but not change: list, page, search and tabs (§6). */
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { hitsOf } from '../../src/console/features/search/hits'
import { may } from '../../src/engine/access'
import { configForRole } from '../../src/engine/roles'
import { type ConfigFile, compileWith, packageConfig } from '../support/config'
import { configFiles } from '../support/configFiles'
import { batchRecord, clientRecord, vendorRecord } from '../support/consoleRecords'
import { answer, signIn, user } from '../support/consoleWorld'
import { openRecords } from '../support/recordScreens'
import { configOfRoles, EXAMPLE } from '../support/roles'
import { payload, realProvider, restPage, stubServer } from '../support/stubServer'

const ACCESS = { list: 'vendor', show: 'vendor', create: 'master', edit: 'master', delete: 'master' }
const vendorsOnlyShow = ({ access }: ConfigFile) => Object.assign(access, ACCESS)
const mastersEdit = ({ access }: ConfigFile) => Object.assign(access, { edit: 'master', delete: 'master' })

/** Users who may show all these records and edit none: by a role, and by the levels in `access`. */
const READERS = {
  'a role': { level: 9, config: configForRole(configOfRoles(EXAMPLE.roles, 'teams').shared, 'auditor') },
  'a level': {
    level: 6,
    config: compileWith({
      'resources/vendors.json': vendorsOnlyShow,
      'resources/clients.json': mastersEdit,
      'resources/batches.json': mastersEdit,
      'resources/teams.json': { ...JSON.parse(configFiles()['examples/teams.json']!), access: ACCESS },
    }).shared,
  },
}

/** A resource, the name of its record, and a label and a text that only the page has. */
const RECORDS = [
  { resource: 'vendors', name: '업체 1', label: '설명', text: '협력사' },
  { resource: 'clients', name: '회원 2', label: '설명', text: '야간 담당' },
  { resource: 'batches', name: '수도권', label: '설명', text: '집배송' },
  { resource: 'teams', name: '본부', label: '메모', text: '2층' },
]
const vendor = vendorRecord(1, { comment: '협력사' })
const client = clientRecord(2, { comment: '야간 담당' })
const team = {
  id: 1,
  name: '본부',
  devices: [],
  groups: [],
  leader: null,
  note: '2층',
  updated: '2026-01-01',
}

beforeEach(() => {
  stubServer({
    'GET /api/admin/vendors': payload([vendor]),
    'GET /api/admin/vendors/1': payload(vendor),
    'GET /api/admin/clients': payload([client]),
    'GET /api/clients/2': payload(client),
    'GET /api/batches': payload([batchRecord(1)]),
    'GET /api/batches/1': payload(batchRecord(1)),
    'GET /api/resources/teams': restPage([team]),
    'GET /api/resources/teams/1': () => answer(team),
  })
})

describe.each(Object.entries(READERS))(
  'with %s that shows records but edits none',
  (_, { level, config }) => {
    beforeEach(() => signIn({ level }))

    it.each(RECORDS)('$resource: the list leads to the page, which has no inputs', async record => {
      const { resource, name, label, text } = record
      const { container } = openRecords(resource, '', { config, dataProvider: realProvider(config) })
      const link = await screen.findByRole('link', { name })
      expect(screen.queryByRole('link', { name: /수정/ })).toBeNull()
      await user.click(link)
      expect(await screen.findByText(text)).toBeVisible()
      expect(screen.getByText(label)).toBeVisible()
      expect(screen.getByRole('heading', { level: 1, name })).toBeVisible()
      expect(container.querySelectorAll('input, textarea')).toHaveLength(0)
      expect(screen.queryByRole('combobox')).toBeNull()
      for (const { nextElementSibling: value } of container.querySelectorAll('.MuiTypography-caption'))
        expect(value?.textContent || value?.querySelector('svg, img')).toBeTruthy()
      const waysBack = screen.getAllByRole('link').map(way => way.getAttribute('href'))
      expect(waysBack.filter(to => to === config.resources[resource]!.path)).toHaveLength(1)
      for (const button of [/저장/, /삭제/, /비밀번호/])
        expect(screen.queryByRole('button', { name: button })).toBeNull()
    })

    it('the search and the tabs of related records lead to the page, too', async () => {
      const mayDo = (resource: string, action: string) => may(config, level, resource, action as 'show')
      expect(
        hitsOf(config, mayDo, '업체', [{ resource: 'vendors', id: 1, name: '업체 1', detail: '' }]),
      ).toMatchObject([{ to: '/app/admin/vendors/1/show' }])
      // Old links to the tab name the form.
      openRecords('teams', '/edit/1?tab=teams.leader', { config, dataProvider: realProvider(config) })
      const tab = within(await screen.findByRole('tabpanel', { name: /하위 점검반/ }))
      expect(await tab.findByRole('link', { name: '본부' })).toHaveAttribute('href', '/app/teams/1/show')
    })
  },
)

describe('a client, who edits only its own groups', () => {
  const { shared: config } = packageConfig()
  const [own, others] = [batchRecord(1, { name: '내 그룹', client: 41 }), batchRecord(2, { client: 0 })]

  beforeEach(() => {
    signIn({ level: 3, id: 41 })
    stubServer({
      'GET /api/batches': payload([own, others]),
      'GET /api/batches/1': payload(own),
      'GET /api/batches/2': payload(others),
    })
  })

  it.each([
    ['1', 1],
    ['2', 0],
  ])(
    'gets the form of its own group, and the page of another: group %s has %i button of each kind',
    async (id, count) => {
      openRecords('batches', `/edit/${id}`, { config, dataProvider: realProvider(config) })
      const comment = count > 0 ? screen.findByDisplayValue('집배송') : screen.findByText('집배송')
      expect(await comment).toBeVisible()
      expect(screen.queryAllByRole('button', { name: /저장/ })).toHaveLength(count)
      expect(screen.queryAllByRole('button', { name: /삭제/ })).toHaveLength(count)
      expect(screen.queryByText('회원')).toBeNull()
    },
  )
})
