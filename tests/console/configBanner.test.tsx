/** Masters see on every page that a config file is invalid, until it is corrected. */
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import ConfigBanner from '../../src/console/shell/ConfigBanner'
import { useConfigProblems } from '../../src/console/shell/useConfigProblems'
import { press, renderInConsole, signIn, user } from '../support/consoleWorld'

const PROBLEM = {
  file: 'config/resources/devices.json',
  line: 12,
  column: 7,
  path: '/list/columns/9',
  message: '알 수 없는 필드 "closde" 입니다.',
  severity: 'error',
}
const configProblems = vi.fn<() => Promise<unknown>>()

function Page() {
  const problems = useConfigProblems()
  return (
    <>
      <p>page</p>
      {problems.length > 0 && <ConfigBanner problems={problems} />}
    </>
  )
}
const open = () => renderInConsole(<Page />, { dataProvider: { configProblems } })

beforeEach(() => {
  configProblems.mockReset()
  configProblems.mockResolvedValue([PROBLEM])
})

it('a service that is away is shown without the name of a file', async () => {
  signIn({ level: 9 })
  configProblems.mockResolvedValue([{ ...PROBLEM, file: '', kind: 'service', message: 'MQTT 브로커' }])
  open()
  expect(await screen.findByText('MQTT 브로커')).toBeInTheDocument()
  expect(screen.queryByText(/설정 파일/)).toBeNull()
})

describe('an invalid config', () => {
  it('with warnings only can be hidden until there are other warnings', async () => {
    signIn({ level: 9 })
    const warning = { ...PROBLEM, severity: 'warning' }
    configProblems.mockResolvedValue([warning])
    const { queryClient } = open()
    const title = '설정 파일에 확인할 점이 1건 있습니다. 서비스는 이 설정대로 동작합니다.'
    expect(await screen.findByText(title)).toBeInTheDocument()
    expect(screen.queryByText(PROBLEM.message)).toBeNull()
    await user.click(screen.getByRole('button', { name: '문제 1건 모두 보기', expanded: false }))
    expect(screen.getByText(PROBLEM.message)).toBeInTheDocument()
    await press('숨기기')
    expect(screen.queryByText(title)).toBeNull()
    configProblems.mockResolvedValue([{ ...warning, path: '/list' }])
    await act(() => queryClient.invalidateQueries())
    expect(await screen.findByText(title)).toBeInTheDocument()
  })

  it('shows the first of several problems, and all on request', async () => {
    signIn({ level: 9 })
    configProblems.mockResolvedValue([1, 2, 3, 4].map(line => ({ ...PROBLEM, line })))
    open()
    await user.click(await screen.findByRole('button', { name: '문제 4건 모두 보기', expanded: false }))
    expect(screen.getAllByRole('listitem')).toHaveLength(4)
    const [first] = screen.getAllByRole('listitem')
    expect(first).toHaveTextContent('config/resources/devices.json:1:7 /list/columns/9')
    expect(first).toHaveTextContent(PROBLEM.message)
    await user.click(screen.getByRole('button', { name: '접기', expanded: true }))
    expect(screen.getAllByRole('listitem')).toHaveLength(2)
  })

  it.each([6, 3, 1])('is not requested by users of level %i', async level => {
    signIn({ level })
    open()
    await screen.findByText('page')
    await act(async () => {})
    expect(configProblems).not.toHaveBeenCalled()
  })

  it.each([
    ['does not have that call', () => Promise.resolve(undefined)],
    ['fails', () => Promise.reject(new Error('500'))],
  ])('does not affect the page when the server %s (decision 22)', async (_, reply) => {
    signIn({ level: 9 })
    configProblems.mockImplementation(reply)
    open()
    await waitFor(() => expect(configProblems).toHaveBeenCalled())
    expect(screen.getByText('page')).toBeInTheDocument()
    expect(screen.queryByRole('status')).toBeNull()
  })
})
