import { act, render, screen, waitForElementToBeRemoved } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ListContextProvider, ResourceContextProvider } from 'ra-core'
import { Suspense, useState } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { describe, expect, it, vi } from 'vitest'
import { connection } from '../../src/console/connection'
import type { Column } from '../../src/console/forms/list/column'
import { TableOrCards } from '../../src/console/forms/list/TableOrCards'
import { styleNonce } from '../../src/console/nonce'
import { bootFailure, fetchMessages, readBoot } from '../../src/console/shell/boot'
import { screenAt } from '../../src/console/shell/routes'
import { ErrorScreen } from '../../src/console/shell/StateScreens'
import { BusyButton } from '../../src/console/ui/controls/BusyButton'
import { LazyPart } from '../../src/console/ui/lazy/LazyPart'
import {
  CodeLoadError,
  fetchedInTime,
  lazyComponent,
  reportRecovered,
} from '../../src/console/ui/lazy/lazyComponent'
import { StatusDot } from '../../src/console/ui/StatusDot'
import { ErrorState } from '../../src/console/ui/states/ErrorState'
import { CopyableText } from '../../src/console/ui/text/CopyableText'
import { answer, boot, config, renderInConsole } from '../support/consoleWorld'

describe('lazyComponent', () => {
  const module = { default: ({ name }: { name: string }) => <p>{name}</p> }
  const show = (Screen: React.ComponentType<{ name: string }>) =>
    render(
      <ErrorBoundary fallback={<p>failed</p>}>
        <Suspense fallback={<p>waiting</p>}>
          <Screen name="devices" />
        </Suspense>
      </ErrorBoundary>,
    )

  it('is shown without a fallback once it was fetched', async () => {
    const Screen = lazyComponent(async () => module)
    await fetchedInTime(Screen)
    show(Screen)
    expect(screen.getByText('devices')).toBeInTheDocument()
  })

  it('is fetched once, however often it is asked for', async () => {
    const load = vi.fn(async () => module)
    const Screen = lazyComponent(load)
    void fetchedInTime(Screen)
    show(Screen)
    expect(screen.getByText('waiting')).toBeInTheDocument()
    expect(await screen.findByText('devices')).toBeInTheDocument()
    await fetchedInTime(Screen)
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('says that it failed, and is tried again when it is asked for again', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const load = vi.fn(async () => module).mockRejectedValueOnce(new TypeError('Failed to fetch'))
    const Screen = lazyComponent(load)
    const { unmount } = show(Screen)
    expect(await screen.findByText('failed')).toBeInTheDocument()
    unmount()
    await fetchedInTime(Screen)
    show(Screen)
    expect(await screen.findByText('devices')).toBeInTheDocument()
    expect(load).toHaveBeenCalledTimes(2)
  })

  it('is no defect for React when it fails after the user has gone on; anything else is', () => {
    const reported = vi.fn()
    vi.stubGlobal('reportError', reported)
    reportRecovered(new Error('#520', { cause: new CodeLoadError('load') }))
    expect(reported).not.toHaveBeenCalled()
    const defect = new Error('#520', { cause: new TypeError('a defect') })
    reportRecovered(defect)
    expect(reported).toHaveBeenCalledExactlyOnceWith(defect)
    vi.unstubAllGlobals()
  })

  it('is not waited for longer than anybody notices', async () => {
    vi.useFakeTimers()
    const soon = fetchedInTime(lazyComponent(() => new Promise<typeof module>(() => {})))
    await vi.advanceTimersByTimeAsync(200)
    await expect(soon).resolves.toBeUndefined()
  })
})

describe('a part of a page whose code does not come', () => {
  it('leaves the rest as it is, and is fetched anew', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const load = vi
      .fn(async () => ({ default: () => <p>editor</p> }))
      .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    const Part = lazyComponent(load)
    const user = userEvent.setup()
    renderInConsole(
      <>
        <input aria-label="title" />
        <LazyPart>
          <Part />
        </LazyPart>
      </>,
    )
    await user.type(screen.getByLabelText('title'), 'typed')
    expect(await screen.findByRole('alert')).toHaveTextContent('불러오지 못했습니다.')
    await user.click(screen.getByRole('button', { name: '다시 시도' }))
    expect(await screen.findByText('editor')).toBeInTheDocument()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByLabelText('title')).toHaveValue('typed')
  })

  it('says nothing where nobody has asked for it', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const load = vi
      .fn<() => Promise<{ default: () => null }>>()
      .mockRejectedValue(new TypeError('Failed to fetch'))
    const Part = lazyComponent(load)
    renderInConsole(
      <>
        <p>the page</p>
        <LazyPart instead={null} waiting={<p>waiting</p>}>
          <Part />
        </LazyPart>
      </>,
    )
    await waitForElementToBeRemoved(() => screen.queryByText('waiting'))
    expect(screen.getByText('the page')).toBeInTheDocument()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('is fetched again by itself, also where the server was never away', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    vi.spyOn(console, 'error').mockReturnValue()
    connection.probeBy(async () => true)
    const load = vi
      .fn(async () => ({ default: () => <p>field</p> }))
      .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    const Part = lazyComponent(load)
    renderInConsole(
      <LazyPart waiting={<p>waiting</p>} instead={<p>instead</p>}>
        <Part />
      </LazyPart>,
    )
    expect(await screen.findByText('instead')).toBeInTheDocument()
    await act(() => vi.advanceTimersByTimeAsync(31_000))
    expect(await screen.findByText('field')).toBeInTheDocument()
    vi.useRealTimers()
  })

  it('passes on what is another defect', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const Part = lazyComponent(async () => ({
      default: () => {
        throw new Error('a defect')
      },
    }))
    renderInConsole(
      <ErrorBoundary fallbackRender={({ error }) => <p>{error.message}</p>}>
        <LazyPart>
          <Part />
        </LazyPart>
      </ErrorBoundary>,
    )
    expect(await screen.findByText('a defect')).toBeInTheDocument()
  })
})

describe('the screen of an address, which is fetched first', () => {
  const at = (address: string) => screenAt(config, address)
  it('is the one that the routes show there', () => {
    expect(at('/app/devices')).toBeDefined()
    expect(at('/app/admin/clients')).toBeDefined()
    expect(at('/app/admin/clients')).toBe(at('/app/admin/vendors'))
    expect(at('/app/admin/clients')).not.toBe(at('/app/orders'))
    expect(at('/app/admin/clients/edit/0')).toBe(at('/app/admin/clients/edit'))
    expect(at('/app/admin/clients/edit/7')).not.toBe(at('/app/admin/clients/edit/0'))
    expect(at('/app/orders/compose')).not.toBe(at('/app/orders/7'))
    for (const address of [
      '/app/admin/clients/edit/7',
      '/app/orders/compose',
      '/app/orders/7',
      '/app/profile',
    ])
      expect(at(address), address).toHaveProperty('fetch')
    expect(at('/app/main/fleet')).toHaveProperty('fetch')
  })

  it.each(['/login', '/app/nowhere', '/app/devices/1/2', '/'])('%s has none', address => {
    expect(at(address)).toBeUndefined()
  })
})

function BusyForm({ onPress, onSubmit }: { onPress: () => void; onSubmit: React.FormEventHandler }) {
  const [busy, setBusy] = useState(false)
  const start = () => {
    onPress()
    setBusy(true)
  }
  return (
    <form onSubmit={onSubmit}>
      <BusyButton type="submit" busy={busy} onClick={start}>
        Save
      </BusyButton>
    </form>
  )
}

describe('BusyButton', () => {
  it('keeps the focus and its name while it works, and does nothing when pressed again', async () => {
    const press = vi.fn()
    const submit = vi.fn((event: React.FormEvent) => event.preventDefault())
    render(<BusyForm onPress={press} onSubmit={submit} />)
    const button = screen.getByRole('button', { name: 'Save' })
    await userEvent.click(button)
    expect(button).toHaveFocus()
    expect(button).toHaveAttribute('aria-disabled', 'true')
    await userEvent.keyboard('{Enter}')
    button.click()
    expect([press.mock.calls.length, submit.mock.calls.length]).toEqual([1, 1])
    expect(screen.getByRole('button', { name: 'Save', busy: true })).toBe(button)
  })
})

describe('StatusDot', () => {
  it('is heard by its full name, and seen with its word', () => {
    renderInConsole(<StatusDot tone="success" label="좋음" description="신호 좋음 −76 dBm" />)
    expect(screen.getByText('신호 좋음 −76 dBm')).toBeInTheDocument()
    expect(screen.getByText('좋음')).toHaveAttribute('aria-hidden', 'true')
  })
})

describe('CopyableText', () => {
  it('copies the bare value with one click, and says so', async () => {
    const user = userEvent.setup()
    renderInConsole(
      <CopyableText value="01012345678" label="전화번호">
        010-1234-5678
      </CopyableText>,
    )
    const button = screen.getByRole('button', { name: '전화번호 01012345678 복사' })
    expect(button).toHaveTextContent('010-1234-5678')
    await user.click(button)
    expect(await navigator.clipboard.readText()).toBe('01012345678')
    expect(button).toHaveAccessibleName(/복사했습니다/)
  })

  it('says when the browser does not let it', async () => {
    const user = userEvent.setup()
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
    renderInConsole(<CopyableText value="1" label="IMEI" />)
    await user.click(screen.getByRole('button'))
    expect(await screen.findByText(/복사하지 못했습니다/)).toBeVisible()
  })
})

const Broken = ({ error }: { error: Error }) => {
  throw error
}

describe('what is shown instead of a screen', () => {
  it('a failure says what failed, and offers to try again', async () => {
    const again = vi.fn()
    renderInConsole(<ErrorState error={new Error('서버에 연결하지 못했습니다.')} onRetry={again} />)
    expect(screen.getByRole('alert')).toHaveTextContent('서버에 연결하지 못했습니다.')
    await userEvent.click(screen.getByRole('button', { name: '다시 시도' }))
    expect(again).toHaveBeenCalledOnce()
  })

  it.each([
    ['breaks', new TypeError('x is undefined at secret.js:1'), '화면에 문제가 발생했습니다.'],
    ['cannot be loaded (decision 10)', new CodeLoadError('timeout'), '화면을 불러오지 못했습니다.'],
  ])(
    'a screen that %s says so in Korean, without a stack trace, and can be loaded again',
    (_, error, sentence) => {
      vi.spyOn(console, 'error').mockImplementation(() => undefined)
      renderInConsole(
        <ErrorBoundary FallbackComponent={ErrorScreen}>
          <Broken error={error} />
        </ErrorBoundary>,
      )
      expect(screen.getByRole('alert')).toHaveTextContent(sentence)
      expect(screen.getByRole('button', { name: '다시 불러오기' })).toBeVisible()
      expect(document.body).not.toHaveTextContent('secret.js')
    },
  )

  it('another address is another try', () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const page = (key: string, child: React.ReactNode) => (
      <ErrorBoundary fallback={<p>failed</p>} resetKeys={[key]}>
        {child}
      </ErrorBoundary>
    )
    const { rerender } = render(page('/a', <Broken error={new Error('x')} />))
    expect(screen.getByText('failed')).toBeVisible()
    rerender(page('/b', <p>fine</p>))
    expect(screen.getByText('fine')).toBeVisible()
  })
})

describe('the config in the page', () => {
  const page = (html: string) => new DOMParser().parseFromString(html, 'text/html')

  it('is read from its block, without a request', async () => {
    const fetched = vi.fn()
    vi.stubGlobal('fetch', fetched)
    const text = JSON.stringify({ config, messages: { ko: boot.messages } }).replaceAll('<', '\\u003c')
    const read = await readBoot(page(`<script type="application/json" id="fleet-boot">${text}</script>`))
    expect(read.config.hash).toBe(config.hash)
    expect(fetched).not.toHaveBeenCalled()
  })

  it('is fetched where our server did not write the page', async () => {
    vi.stubGlobal('fetch', async (url: string) => {
      expect(url).toBe('/config.json')
      return answer({ config, messages: { ko: boot.messages } })
    })
    expect((await readBoot(page('<p></p>'))).messages).toEqual(boot.messages)
  })

  it.each([
    ['broken JSON', '<script id="fleet-boot">{</script>'],
    ['JSON of another kind', '<script id="fleet-boot">{"config":{}}</script>'],
  ])('%s is refused', async (_, html) => {
    await expect(readBoot(page(html))).rejects.toThrow()
  })

  it('a server without config is refused, and without English too', async () => {
    vi.stubGlobal('fetch', async () => answer('', 404))
    await expect(readBoot(page(''))).rejects.toThrow('404')
    await expect(fetchMessages('en')).rejects.toThrow('404')
  })

  it('the nonce for styles comes from the page', () => {
    expect(styleNonce(page('<meta property="csp-nonce" content="abc">'))).toBe('abc')
    expect(styleNonce(page(''))).toBeUndefined()
  })

  it('without it the page says so, and can be loaded again', () => {
    document.body.innerHTML =
      '<div id="root"></div><template id="boot-failure"><h1>설정</h1><button>다시</button></template>'
    bootFailure(document.getElementById('root')!)
    expect(screen.getByRole('heading', { name: '설정' })).toBeVisible()
    expect(screen.getByRole('button', { name: '다시' })).toBeVisible()
    document.body.innerHTML = ''
  })
})

const drawn = vi.fn(({ id }) => <>{`row ${id}`}</>)
const COLUMNS: Column[] = [{ name: 'id', label: 'number', render: drawn }]
const RECORDS = [{ id: 1 }, { id: 2 }, { id: 3 }]

/** A page that is drawn again at a click, and its list with it. */
function Around() {
  const [times, setTimes] = useState(1)
  const list = { data: RECORDS, total: 3, page: 1, perPage: 3, selectedIds: [] }
  return (
    <ResourceContextProvider value="devices">
      <button type="button" onClick={() => setTimes(times + 1)}>{`drawn ${times}`}</button>
      <ListContextProvider value={list as never}>
        <TableOrCards label="table" columns={COLUMNS} phone={false} empty={null} />
      </ListContextProvider>
    </ResourceContextProvider>
  )
}

describe('a table', () => {
  it('draws its rows once, however often what is around it is drawn', async () => {
    renderInConsole(<Around />)
    expect(await screen.findByText('row 3')).toBeVisible()
    const first = drawn.mock.calls.length
    await userEvent.click(screen.getByRole('button', { name: 'drawn 1' }))
    expect(screen.getByRole('button', { name: 'drawn 2' })).toBeVisible()
    expect(first).toBe(RECORDS.length)
    expect(drawn).toHaveBeenCalledTimes(first)
  })
})
