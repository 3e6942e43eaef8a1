/** The type of the views in `VIEWS`, and helpers that open them. */
import type { Locator, Page } from '@playwright/test'
import type { Level } from '../services/site'
import { translate } from '../translate'

export type Viewer = Level | 'nobody'

/** A sentence of i18n in the language of the page. */
export type Sentence = (key: string, values?: Record<string, string | number>) => string

export const sentencesOf =
  (locale: string): Sentence =>
  (key, values) =>
    translate(key, values, locale)

/** Brings the page, which shows the path of the view, into the state of the view. */
export type OpenView = (page: Page, sentence: Sentence) => Promise<void>

export const MEMBERS: readonly Level[] = ['client', 'vendor', 'master']
export const STAFF: readonly Level[] = ['vendor', 'master']
export const MASTER: readonly Level[] = ['master']

export interface View {
  name: string
  path: string
  /** The levels that see it; `nobody` is not signed in. */
  who: readonly Viewer[]
  /** The files of src/console whose dialogs, menus and pickers are open in it (`tests/architecture/screens`). */
  shows?: readonly string[]
  /** Opens the view from the page of the path; if absent, the view is the page itself. */
  open?: OpenView
  /**
   * How the next view starts after Escape has closed all dialogs. `clean`: on the same page if the path is the same.
   * `reload`: the page must be loaded again, such as a form that asks before it is left. By default the path is opened
   * within the app.
   */
  afterEscape?: 'clean' | 'reload'
}

/** Open dialogs, menus, choices of inputs and calendars, the topmost last. */
export const overlays = (page: Page): Locator =>
  page.locator('.MuiModal-root, .MuiAutocomplete-popper, .MuiPickerPopper-root').filter({ visible: true })

export const dialogOf = (page: Page): Locator => page.locator('[role=dialog], [role=alertdialog]').last()

/** Rows of a list, or its cards. */
export const rowsOf = (page: Page): Locator =>
  page.locator('main tbody tr:visible, main li.MuiCard-root:visible')

/** Calls the API as the user of the page. The request is sent by the page, so that its listeners see the response. */
export const callFrom = <Answer>(page: Page, method: string, path: string, body?: object): Promise<Answer> =>
  page.evaluate(
    async ([method, path, body]) => {
      const answer = await fetch(path, {
        method,
        headers: {
          Authorization: `Bearer ${localStorage.getItem('token')}`,
          ...(body && { 'Content-Type': 'application/json' }),
        },
        ...(body && { body }),
      })
      return answer.json()
    },
    [method, path, body && JSON.stringify(body)] as const,
  )

/**
 * The environment of a server that shows all of `VIEWS`: accounts of a sign-in provider can be linked. Nothing listens
 * at the address of the provider.
 */
export const VIEWS_ENV = {
  OIDC_GOOGLE_ISSUER: 'http://127.0.0.1:9',
  OIDC_GOOGLE_CLIENT_ID: 'views',
  OIDC_GOOGLE_CLIENT_SECRET: 'views',
}
