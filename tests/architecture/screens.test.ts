/**
 * Records of config are shown and edited by react-admin's own parts. Where one of ours replaces a part of the library,
 * the head of its file says why: "Instead of `TextInput`: …". And a view of `VIEWS` opens each dialog and menu, so that
 * the sweeps check it.
 */
import { expect, test } from 'vitest'
import { EXAMPLE_VIEWS, VIEWS } from '../../src/tools/pictures/views'
import { filesUnder, type Node, nameOf, read, stringOf, treeOf, walk } from '../support/source'

const FORMS = 'src/console/forms'
const RECORDS = 'src/console/features/records'

/** File → the part of the library that it renders. */
const MOUNTED: Record<string, { part: string; from: string }> = {
  [`${RECORDS}/RecordShow.tsx`]: { part: 'ShowBase', from: 'ra-core' },
  [`${RECORDS}/RecordEdit.tsx`]: { part: 'EditBase', from: 'ra-core' },
  [`${RECORDS}/RecordCreate.tsx`]: { part: 'CreateBase', from: 'ra-core' },
  [`${FORMS}/ConsoleForm.tsx`]: { part: 'Form', from: 'ra-core' },
  [`${FORMS}/list/ListFrame.tsx`]: { part: 'ListContextProvider', from: 'ra-core' },
  [`${FORMS}/list/RecordTable.tsx`]: { part: 'DataTableBase', from: 'ra-core' },
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
 * `ResourceRoutes` replaces `Resource`: react-admin recognizes an element by `raName`, and registers the result of
 * `registerResource`.
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

test.each(Object.entries(MOUNTED))(
  '%s renders the part of react-admin that belongs there',
  (file, { part, from }) => {
    expect(importedFrom(file, from)).toContain(part)
    expect(renderedIn(file)).toContain(part)
  },
)

test('only features/records has screens of records; orders have a mailbox instead', () => {
  const withScreens = filesUnder('src/console/features', /^src\/console\/features\/[^/]+\/index\.ts$/).filter(
    file => walk(treeOf(file)).some(node => node.type === 'Property' && nameOf(node.key) === 'screens'),
  )
  expect(withScreens).toEqual(['src/console/features/orders/index.ts'])
})

test('record screens read and save through ShowBase, EditBase and CreateBase, and delete with useDelete', () => {
  const hooks = filesUnder(RECORDS, /\.tsx?$/).flatMap(file =>
    importedFrom(file, 'ra-core').filter(name =>
      /^use(Get|Create|Update|Delete|DataProvider)(?!.*Context)/.test(name),
    ),
  )
  expect([...new Set(hooks)]).toEqual(['useDelete'])
})

test('only src/console/forms creates forms', () => {
  const formFiles = consoleFiles.filter(file =>
    importedFrom(file, 'react-hook-form').some(name => name === 'useForm' || name === 'createFormControl'),
  )
  expect(formFiles.filter(file => !file.startsWith(`${FORMS}/`))).toEqual([])
})

/** Files that use a part of the library although another file replaces it. */
const ALLOWED_USERS: Record<string, string[]> = {
  DataTable: ['src/console/features/orders/detail/AttachmentDialog.tsx'],
  Resource: ['src/console/shell/routes.tsx'],
}

test('a part of the library that one of ours replaces is used nowhere else', () => {
  const replaced = consoleFiles.flatMap(file =>
    [...read(file).matchAll(/^ \* Instead of `(\w+)`: ./gm)].map(([, part]) => part!),
  )
  expect(replaced.length).toBeGreaterThan(25)
  for (const part of replaced) {
    const users = consoleFiles.filter(file =>
      ['react-admin', 'ra-ui-materialui', 'ra-core'].some(from => importedFrom(file, from).includes(part)),
    )
    expect(users, part).toEqual(ALLOWED_USERS[part] ?? [])
  }
})

test('no button uses `loading` of MUI, which loses the focus while it works: use BusyButton', () => {
  const violations = consoleFiles.filter(file =>
    walk(treeOf(file)).some(
      node =>
        node.type === 'JSXOpeningElement' &&
        ['Button', 'IconButton'].includes(nameOf(node.name)) &&
        (node.attributes as Node[]).some(({ name }) => nameOf(name) === 'loading'),
    ),
  )
  expect(violations).toEqual([])
})

/** Parts of the library that open over a screen, and our own wrappers around them. */
const OVERLAYS = ['Dialog', 'Drawer', 'Popover', 'Menu', 'Autocomplete', 'DatePicker', 'DateTimePicker']
const FRAMES: Record<string, string> = {
  DialogFrame: 'ui/dialogs/DialogFrame.tsx',
  ConfirmDialog: 'ui/dialogs/ConfirmDialog.tsx',
  SheetDialog: 'features/sheets/SheetDialog.tsx',
  MenuButton: 'ui/controls/MenuButton.tsx',
  ArrangeButton: 'forms/list/ArrangeButton.tsx',
}

/** Files that open an overlay which no view shows, and why. */
const WITHOUT_VIEW: Record<string, string> = {
  'ui/lazy/LazyDialog.tsx': 'a placeholder while the code of a dialog loads',
  'forms/reference/RecordsPicker.tsx':
    'no delivered resource has this field kind; the sweep of languages covers it',
}

test('a view shows every overlay', () => {
  const openers = consoleFiles
    .filter(file => renderedIn(file).some(name => OVERLAYS.includes(name) || name in FRAMES))
    .map(file => file.replace('src/console/', ''))
    .filter(file => !Object.values(FRAMES).includes(file))
  const shown = [...VIEWS, ...EXAMPLE_VIEWS].flatMap(({ shows = [] }) => shows)
  expect(openers.filter(file => !shown.includes(file))).toEqual(Object.keys(WITHOUT_VIEW).sort())
  expect(
    shown.filter(file => !openers.includes(file)),
    'files that open nothing',
  ).toEqual([])
})
