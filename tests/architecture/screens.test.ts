/**
 * Records of config are shown and edited by react-admin's own parts. Where one of ours stands in place of a part of the library,
 * `OURS` says which accessibility rule, security rule or behaviour forbids the library's.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesUnder, type Node, root, treeOf, walk } from '../support/source'

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

/** Our component → the part of the library that it replaces, and why. */
const OURS: Record<string, { replaces: string; because: string }> = {
  [`${FORMS}/list/ListFrame.tsx`]: {
    replaces: 'ListBase',
    because:
      'useListController goes to page 1 when a page fails or does not exist, without an option; the page must stay and say so (tests/console/truth)',
  },
  [`${FORMS}/list/Pager.tsx`]: {
    replaces: 'Pagination',
    because: '§9: page numbers in chunks of ten, no dropdown of page sizes',
  },
  [`${FORMS}/list/ArrangeButton.tsx`]: {
    replaces: 'ColumnsButton',
    because:
      'axe aria-required-parent (role=option in a role=menu); stores indexes, which a new column scrambles',
  },
  [`${FORMS}/list/HeadCell.tsx`]: {
    replaces: 'DataTableHeadCell',
    because:
      'its tooltip renders every head a second time before the first paint, and with it all effects run; no aria-sort',
  },
  [`${FORMS}/list/RecordRows.tsx`]: {
    replaces: 'SelectRowCheckbox',
    because: 'twelve components for each row before the first paint; the box has no name of its own',
  },
  'src/console/ui/controls/TipButton.tsx': {
    replaces: 'IconButtonWithTooltip',
    because: 'its tooltip renders the button a second time before the first paint',
  },
  [`${FORMS}/list/FilterBar.tsx`]: {
    replaces: 'FilterForm',
    because:
      'a filter clears those that depend on it (§2), and appears only from so many choices on (shownFrom)',
  },
  [`${FORMS}/record/LeaveGuard.tsx`]: {
    replaces: 'WarnWhenUnsavedChanges',
    because:
      'window.confirm: neither themed nor in the language of the console; it asks after the session has ended',
  },
  [`${FORMS}/kinds/FieldText.tsx`]: {
    replaces: 'TextInput',
    because:
      'WCAG 4.1.3: the error of InputHelperText has no role; `required` makes the browser judge as well',
  },
  [`${FORMS}/cells/marked.tsx`]: {
    replaces: 'UrlField',
    because: 'security 22: UrlField links any scheme, javascript: too',
  },
}

const consoleFiles = filesUnder('src/console', /\.tsx?$/)

/** The values that a file imports from a package. */
const importedFrom = (file: string, from: string): string[] =>
  [...walk(treeOf(file))].flatMap(node => {
    if (node.type !== 'ImportDeclaration' || node.typeOnly || (node.source as Node).value !== from) return []
    return (node.specifiers as Node[])
      .filter(({ isTypeOnly }) => !isTypeOnly)
      .map(({ imported, local }) => String(((imported ?? local) as Node).value))
  })

/** The components that a file renders. */
const renderedIn = (file: string): string[] =>
  [...walk(treeOf(file))].flatMap(node =>
    node.type === 'JSXOpeningElement' ? String((node.name as Node).value) : [],
  )

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
    [...walk(treeOf(file))].flatMap(node => {
      const left = node.type === 'AssignmentExpression' ? (node.left as Node) : undefined
      if (left?.type !== 'MemberExpression' || (left.object as Node).value !== 'ResourceRoutes') return []
      return String((left.property as Node).value)
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
    [...walk(treeOf(file))].some(
      node => node.type === 'KeyValueProperty' && (node.key as Node).value === 'screens',
    ),
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

/** The profile saves one field at a time, over a record that may be read anew meanwhile (`keepDirtyValues`). */
const OWN_FORMS = /^src\/console\/features\/profile\//

test('a form is made in forms alone', () => {
  const makers = consoleFiles.filter(file =>
    importedFrom(file, 'react-hook-form').some(name => name === 'useForm' || name === 'createFormControl'),
  )
  expect(makers.filter(file => !file.startsWith(`${FORMS}/`) && !OWN_FORMS.test(file))).toEqual([])
})

test.each(Object.entries(OURS))(
  '%s stands in place of a part of the library',
  (file, { replaces, because }) => {
    expect(existsSync(join(root, file))).toBe(true)
    expect(because).not.toBe('')
    const users = consoleFiles.filter(
      user =>
        importedFrom(user, 'react-admin').includes(replaces) ||
        importedFrom(user, 'ra-core').includes(replaces),
    )
    expect(users, `${replaces} and ours at once`).toEqual([])
  },
)

test('no button drops the keyboard’s focus while it works: BusyButton, never the library’s `loading`', () => {
  const dropping = consoleFiles.filter(file =>
    [...walk(treeOf(file))].some(
      node =>
        node.type === 'JSXOpeningElement' &&
        ['Button', 'IconButton'].includes(String((node.name as Node).name)) &&
        (node.attributes as Node[]).some(({ name }) => (name as Node | undefined)?.name === 'loading'),
    ),
  )
  expect(dropping).toEqual([])
})
