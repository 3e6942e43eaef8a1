/**
 * Records of config are shown and edited by react-admin's own parts. Where one of ours stands in place of a part of the library,
 * `OURS` says which accessibility rule, security rule, measurement or decision forbids the library's. And whatever opens over a
 * screen is opened by a view of `VIEWS`, so that the sweeps look at it.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { EXAMPLE_VIEWS, VIEWS } from '../../src/tools/pictures/views'
import { filesUnder, type Node, nameOf, root, stringOf, treeOf, walk } from '../support/source'

const FORMS = 'src/console/forms'
const RECORDS = 'src/console/features/records'

/** Which file mounts which part of the library. */
const MOUNTED: Record<string, { part: string; from: string }> = {
  [`${RECORDS}/RecordEdit.tsx`]: { part: 'EditBase', from: 'ra-core' },
  [`${RECORDS}/RecordCreate.tsx`]: { part: 'CreateBase', from: 'ra-core' },
  [`${FORMS}/ConsoleForm.tsx`]: { part: 'Form', from: 'ra-core' },
  [`${FORMS}/list/ListFrame.tsx`]: { part: 'ListContextProvider', from: 'ra-core' },
  [`${FORMS}/list/RecordTable.tsx`]: { part: 'DataTableBase', from: 'ra-core' },
}

/** How a record screen comes to them: each file renders the component of the next. */
const RENDERS: [file: string, component: string][] = [
  [`${RECORDS}/RecordList.tsx`, 'ListFrame'],
  [`${RECORDS}/RecordList.tsx`, 'TableOrCards'],
  [`${FORMS}/list/TableOrCards.tsx`, 'RecordTable'],
  [`${RECORDS}/RecordEdit.tsx`, 'EditForm'],
  [`${RECORDS}/EditForm.tsx`, 'RecordForm'],
  [`${RECORDS}/RecordCreate.tsx`, 'RecordForm'],
  [`${FORMS}/record/RecordForm.tsx`, 'ConsoleForm'],
]

/**
 * Part of the library → our file in its place, and the rule, measurement or decision that forbids the library's. `alsoIn` are the
 * files in which the library's own part does fit.
 */
const OURS: Record<string, { file: string; because: string; alsoIn?: string[] }> = {
  Resource: {
    file: 'src/console/shell/routes.tsx',
    because: 'knows the addresses /{name}, /{name}/create and /{name}/{id} alone; §2 has others',
    alsoIn: ['src/console/shell/routes.tsx'],
  },
  ListBase: {
    file: `${FORMS}/list/ListFrame.tsx`,
    because:
      'useListController goes to page 1 when a page fails or does not exist, without an option; the page must stay and say so (tests/console/truth)',
  },
  Pagination: {
    file: `${FORMS}/list/Pager.tsx`,
    because: '§9: page numbers in chunks of ten, no dropdown of page sizes',
  },
  ColumnsButton: {
    file: `${FORMS}/list/ArrangeButton.tsx`,
    because:
      'axe aria-required-parent (role=option in a role=menu); stores indexes, which a new column scrambles',
  },
  DataTable: {
    file: `${FORMS}/list/RecordTable.tsx`,
    because: 'decision 356: 9 kB more in the first load of every list; DataTableBase is used',
    alsoIn: ['src/console/features/orders/detail/AttachmentDialog.tsx'],
  },
  DataTableHeadCell: {
    file: `${FORMS}/list/HeadCell.tsx`,
    because:
      'its tooltip renders every head a second time before the first paint, and with it all effects run; no aria-sort',
  },
  SelectRowCheckbox: {
    file: `${FORMS}/list/RecordRows.tsx`,
    because: 'twelve components for each row before the first paint; the box has no name of its own',
  },
  BulkActionsToolbar: {
    file: 'src/console/features/bulk/SelectionBar.tsx',
    because:
      'counts ids: all rows that are found are chosen by their filter here, without their ids; on a phone it would cover the head of the list',
  },
  IconButtonWithTooltip: {
    file: 'src/console/ui/controls/TipButton.tsx',
    because: 'its tooltip renders the button a second time before the first paint',
  },
  Confirm: {
    file: 'src/console/ui/dialogs/ConfirmDialog.tsx',
    because:
      'decision 465: its buttons are disabled while it works, and the focus is lost; no role=alertdialog, and the text is not its description',
  },
  FilterForm: {
    file: `${FORMS}/list/FilterBar.tsx`,
    because:
      'a filter clears those that depend on it (§2), and appears only from so many choices on (shownFrom)',
  },
  WarnWhenUnsavedChanges: {
    file: `${FORMS}/record/LeaveGuard.tsx`,
    because:
      'window.confirm: neither themed nor in the language of the console; it asks after the session has ended',
  },
  TextInput: {
    file: `${FORMS}/kinds/FieldText.tsx`,
    because:
      'WCAG 4.1.3: the error of InputHelperText has no role; `required` makes the browser judge as well',
  },
  NumberInput: {
    file: `${FORMS}/kinds/text/Input.tsx`,
    because:
      'type=number gives an empty text for what is no number yet: it is saved as none instead of refused',
  },
  BooleanInput: {
    file: `${FORMS}/kinds/boolean/Input.tsx`,
    because:
      'WCAG 1.3.1, 4.1.3: its help and its error are not tied to the switch, and the error has no role',
  },
  DateInput: {
    file: `${FORMS}/kinds/date/Input.tsx`,
    because: 'decision 14: formats a Date in the zone of the browser; no week start of config',
  },
  DateTimeInput: {
    file: `${FORMS}/kinds/date/Input.tsx`,
    because: 'decision 14: takes and shows moments in the zone of the browser, without seconds',
  },
  PasswordInput: {
    file: `${FORMS}/kinds/password/Input.tsx`,
    because: 'a TextInput; all its buttons that reveal have one name, without the field (WCAG 2.4.6)',
  },
  ImageInput: {
    file: `${FORMS}/kinds/image/Input.tsx`,
    because:
      'its value is `{rawFile, src}`: §7 stores a text; it scales no picture down to what a record may hold',
  },
  SelectInput: {
    file: `${FORMS}/kinds/select/Input.tsx`,
    because:
      'WCAG 4.1.3: the error of InputHelperText has no role; `required` makes the browser judge as well',
  },
  ReferenceInput: {
    file: `${FORMS}/reference/RecordPicker.tsx`,
    because: 'keepPreviousData leaves the choices of an earlier text, and Enter takes one of them',
  },
  AutocompleteInput: {
    file: `${FORMS}/reference/RecordPicker.tsx`,
    because: 'does not say how many choices there are beyond those that it lists',
  },
  ArrayInput: {
    file: `${FORMS}/record/rows/RowsInput.tsx`,
    because: 'WCAG 1.3.1: its label is a span that names no group',
  },
  SimpleFormIterator: {
    file: `${FORMS}/record/rows/FormRow.tsx`,
    because:
      'WCAG 2.1.1: the buttons of a row are `visibility: hidden` until the pointer is over it, so no key reaches them',
  },
  ReferenceField: {
    file: `${FORMS}/cells/marked.tsx`,
    because: 'axe aria-progressbar-name: its LinearProgress has no name',
  },
  UrlField: {
    file: `${FORMS}/cells/marked.tsx`,
    because: 'security 22: UrlField links any scheme, javascript: too',
  },
  EmailField: {
    file: `${FORMS}/cells/marked.tsx`,
    because: 'links any text: `a?bcc=b` as well, and what is no address',
  },
  ImageField: {
    file: `${FORMS}/cells/marked.tsx`,
    because:
      'fetches any address that a record holds; here a picture is read when it comes into view (`usePicture`)',
  },
  BooleanField: {
    file: `${FORMS}/cells/plain.tsx`,
    because: 'WCAG 1.1.1: an icon that is aria-hidden; its name stands on that icon alone',
  },
  DateField: {
    file: `${FORMS}/cells/plain.tsx`,
    because: 'decision 36: formats in the zone of the browser and names no zone',
  },
  ShowBase: {
    file: 'src/console/features/device/DevicePage.tsx',
    because: 'its context has no `dataUpdatedAt`, which the notice of stale data shows',
  },
  SimpleShowLayout: {
    file: 'src/console/features/device/Sections.tsx',
    because: 'WCAG 1.3.1: label and value are not tied, as dt and dd are',
  },
}

const consoleFiles = filesUnder('src/console', /\.tsx?$/)

/** The values that a file imports from a package. */
const importedFrom = (file: string, from: string): string[] =>
  walk(treeOf(file)).flatMap(node => {
    if (node.type !== 'ImportDeclaration' || node.importKind === 'type' || stringOf(node.source) !== from)
      return []
    return (node.specifiers as Node[])
      .filter(({ importKind }) => importKind !== 'type')
      .map(({ imported, local }) => nameOf(imported ?? local))
  })

/** The components that a file renders. */
const renderedIn = (file: string): string[] =>
  walk(treeOf(file)).flatMap(node => (node.type === 'JSXOpeningElement' ? nameOf(node.name) : []))

/**
 * `ResourceRoutes` is a `Resource` of ours: react-admin mounts an element by its `raName` and registers what `registerResource`
 * returns. The library's own knows the addresses /{name}, /{name}/create and /{name}/{id} alone; §2 has others.
 */
test('every resource of config is mounted as a Resource', () => {
  const mounting = filesUnder('src/console/shell', /\.tsx$/).filter(file =>
    renderedIn(file).includes('ResourceRoutes'),
  )
  expect(mounting).toHaveLength(1)
  const assigned = consoleFiles.flatMap(file =>
    walk(treeOf(file)).flatMap(node => {
      const left = node.type === 'AssignmentExpression' ? (node.left as Node) : undefined
      return left && nameOf(left.object) === 'ResourceRoutes' ? nameOf(left.property) : []
    }),
  )
  expect(assigned.sort()).toEqual(['raName', 'registerResource'])
})

test.each(Object.entries(MOUNTED))('%s mounts the part of the library', (file, { part, from }) => {
  expect(importedFrom(file, from)).toContain(part)
  expect(renderedIn(file)).toContain(part)
})

test.each(RENDERS)('%s renders %s', (file, component) => {
  expect(renderedIn(file)).toContain(component)
})

test('the screens of records come from features/records alone; orders are a mailbox', () => {
  const own = filesUnder('src/console/features', /^src\/console\/features\/[^/]+\/index\.ts$/).filter(file =>
    walk(treeOf(file)).some(node => node.type === 'Property' && nameOf(node.key) === 'screens'),
  )
  expect(own).toEqual(['src/console/features/orders/index.ts'])
})

test('record screens read and save through EditBase and CreateBase, and delete with useDelete', () => {
  const hooks = filesUnder(RECORDS, /\.tsx?$/).flatMap(file =>
    importedFrom(file, 'ra-core').filter(name =>
      /^use(Get|Create|Update|Delete|DataProvider)(?!.*Context)/.test(name),
    ),
  )
  expect([...new Set(hooks)]).toEqual(['useDelete'])
})

test('a form is made in forms alone', () => {
  const makers = consoleFiles.filter(file =>
    importedFrom(file, 'react-hook-form').some(name => name === 'useForm' || name === 'createFormControl'),
  )
  expect(makers.filter(file => !file.startsWith(`${FORMS}/`))).toEqual([])
})

test.each(Object.entries(OURS))(
  '%s of the library is replaced, with a reason',
  (replaces, { file, because, alsoIn = [] }) => {
    expect(existsSync(join(root, file))).toBe(true)
    expect(because).not.toBe('')
    const users = consoleFiles.filter(user =>
      ['react-admin', 'ra-ui-materialui', 'ra-core'].some(from =>
        importedFrom(user, from).includes(replaces),
      ),
    )
    expect(users, `${replaces} and ours at once`).toEqual(alsoIn)
  },
)

test('no button drops the keyboard’s focus while it works: BusyButton, never the library’s `loading`', () => {
  const dropping = consoleFiles.filter(file =>
    walk(treeOf(file)).some(
      node =>
        node.type === 'JSXOpeningElement' &&
        ['Button', 'IconButton'].includes(nameOf(node.name)) &&
        (node.attributes as Node[]).some(({ name }) => nameOf(name) === 'loading'),
    ),
  )
  expect(dropping).toEqual([])
})

/** Parts of the library that open over a screen, and our own that stand around what others put into them. */
const OVERLAYS = ['Dialog', 'Drawer', 'Popover', 'Menu', 'Autocomplete', 'DatePicker', 'DateTimePicker']
const FRAMES: Record<string, string> = {
  DialogFrame: 'ui/dialogs/DialogFrame.tsx',
  ConfirmDialog: 'ui/dialogs/ConfirmDialog.tsx',
  SheetDialog: 'features/sheets/SheetDialog.tsx',
  MenuButton: 'ui/controls/MenuButton.tsx',
  ArrangeButton: 'forms/list/ArrangeButton.tsx',
}

/** Files that open something over a screen, and are opened by no view. */
const UNSEEN: Record<string, string> = {
  'ui/lazy/LazyDialog.tsx': 'a placeholder, for the moment in which the code of a dialog is fetched',
  'forms/reference/RecordsPicker.tsx':
    'its kind of field is in no resource that is delivered; the sweep of languages fills it in',
}

test('whatever opens over a screen is opened by a view, or it is said why not', () => {
  const openers = consoleFiles
    .filter(file => renderedIn(file).some(name => OVERLAYS.includes(name) || name in FRAMES))
    .map(file => file.replace('src/console/', ''))
    .filter(file => !Object.values(FRAMES).includes(file))
  const shown = [...VIEWS, ...EXAMPLE_VIEWS].flatMap(({ shows = [] }) => shows)
  expect(openers.filter(file => !shown.includes(file))).toEqual(Object.keys(UNSEEN).sort())
  expect(
    shown.filter(file => !openers.includes(file)),
    'files that open nothing',
  ).toEqual([])
})
