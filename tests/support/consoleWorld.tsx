/** The console in a component test: delivered config and sentences, tokens, and a component in its contexts. */
import { QueryClient } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type AuthProvider, type DataProvider, memoryStore, ResourceContextProvider } from 'ra-core'
import type { ReactNode } from 'react'
import { AdminContext } from 'react-admin'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect } from 'vitest'
import { ConfigProvider } from '../../src/console/config'
import { type Actions, RegistryProvider } from '../../src/console/feature'
import { useMoveQuestion } from '../../src/console/features/deviceSecrets'
import { session } from '../../src/console/session'
import type { StartData } from '../../src/console/shell/boot'
import { createI18nProvider, libraryMessages } from '../../src/console/shell/i18n'
import { routerProvider } from '../../src/console/shell/router'
import { darkTheme, lightTheme } from '../../src/console/shell/theme'
import { Notices } from '../../src/console/ui/notices/Notices'
import type { CompiledConfig, Locale } from '../../src/engine/compiled'
import { browserMessages } from '../../src/engine/load/compileMessages'
import { readFolders } from '../../src/server/config/configFolder'

const read = await readFolders({ config: 'config', i18n: 'i18n' })
if (!read.ok) throw new Error(`config: ${JSON.stringify(read.errors.slice(0, 3))}`)

const sentences = { ko: browserMessages(read.messages.ko), en: browserMessages(read.messages.en) }

/** Rows on a page: fewer than delivered, because jsdom is slow at each row. */
export const PER_PAGE = 5
const withShortPages = structuredClone(read.config.shared)
for (const { list } of Object.values(withShortPages.resources)) if (list) list.perPage = PER_PAGE

/** The config of the repository, with short pages, and the Korean sentences, as the page gets them. */
export const boot: StartData = {
  config: withShortPages,
  messages: sentences.ko,
  library: await libraryMessages('ko'),
}
export const { config } = boot

export const messagesOf = (locale: Locale) => Promise.resolve(sentences[locale])

const encode = (value: unknown) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')

export interface TokenClaims {
  level?: number
  name?: string
  email?: string
  vendor?: number
  /** When the token expires, in seconds since 1970. */
  exp?: number
  /** When the session can be renewed no further, in seconds since 1970. */
  ends?: number
  [claim: string]: unknown
}

/** A token like those of the server, with a signature that is never checked: the console only reads the claims. */
export function tokenOf({ exp, ends, ...user }: TokenClaims = {}): string {
  const claims = {
    exp: exp ?? Math.floor(Date.now() / 1000) + 3600,
    ...(ends !== undefined && { ends }),
    user: { id: 7, level: 9, name: '김하늘', email: 'master@demo.local', ...user },
  }
  return `${encode({ alg: 'HS256' })}.${encode(claims)}.signature`
}

/** Signs in without a server. */
export function signIn(claims: TokenClaims = {}): string {
  const token = tokenOf(claims)
  if (!session.begin(token)) throw new Error('the token was refused')
  return token
}

/** Clicks and types without a pause between two events. */
export const user = userEvent.setup({ delay: null })

/** Chooses an option of a dropdown or of an autocomplete field. */
export async function choose(field: string | RegExp, option: string | RegExp): Promise<void> {
  await user.click(await screen.findByRole('combobox', { name: field }))
  await user.click(await screen.findByRole('option', { name: option }))
}

/** Expects a text that is there or appears. */
export const shows = async (text: string | RegExp) => expect(await screen.findByText(text)).toBeVisible()

/** Sets the text of a field. */
export const enter = (field: Element, value: string) => fireEvent.change(field, { target: { value } })

/** Presses a button that is there or appears. */
export const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }))

interface Contexts {
  dataProvider?: object
  authProvider?: object
  actions?: Actions
  /** A config in place of the delivered one. */
  config?: CompiledConfig
  /** The resource whose screen this is. */
  resource?: string
  /** The address of the page. */
  at?: string
}

/**
 * Renders a component within react-admin, config, sentences, theme and router; notifications are shown too.
 *
 * @param dataProvider the calls that the test is about. Without `getMany`, which would throw in the timer of
 *   react-admin and fail every later `getMany` of the process, no record is found.
 */
export function renderInConsole(
  ui: ReactNode,
  {
    dataProvider = {},
    authProvider,
    actions = {},
    config: shared = config,
    resource,
    at = '/',
  }: Contexts = {},
) {
  const i18nProvider = createI18nProvider(boot, messagesOf)
  // `always`, as in the console: a test that goes offline must not pause the queries of later tests.
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  })
  const store = memoryStore()
  const page = (
    <ConfigProvider value={shared}>
      <RegistryProvider value={{ actions, saveQuestions: { devices: useMoveQuestion } }}>
        <AdminContext
          i18nProvider={i18nProvider}
          dataProvider={{ getMany: async () => ({ data: [] }), ...dataProvider } as unknown as DataProvider}
          authProvider={authProvider as AuthProvider}
          routerProvider={routerProvider}
          queryClient={queryClient}
          store={store}
          darkTheme={darkTheme}
          lightTheme={lightTheme}
          defaultTheme="dark"
        >
          <ResourceContextProvider value={resource}>{ui}</ResourceContextProvider>
          <Notices autoHideDuration={shared.app.timing.defaultToastMs} />
        </AdminContext>
      </RegistryProvider>
    </ConfigProvider>
  )
  const router = createMemoryRouter([{ path: '*', element: page }], { initialEntries: [at] })
  return { ...render(<RouterProvider router={router} />), router, queryClient, store }
}

/** Chooses a file in the dialog of a sheet. The dialog reads the file before it shows it. */
export async function chooseFile(file: File): Promise<void> {
  const input = await screen.findByLabelText('목록 파일', { selector: 'input' })
  await act(async () => {
    fireEvent.change(input, { target: { files: [file] } })
  })
}

/** A response of the server. */
export const answer = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), {
    status,
    headers: { 'content-type': typeof body === 'string' ? 'text/plain' : 'application/json', ...headers },
  })
