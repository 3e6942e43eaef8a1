/**
 * Digits that an input method composes appear once, and full-width ones count: in every field that is typed into. A
 * composition is played as browsers play it: the input method writes into the element, and begins anew behind what it
 * finds there when somebody else has changed its text.
 */
import { EditorView } from '@codemirror/view'
import { fireEvent, render, screen } from '@testing-library/react'
import { Form, ListContextProvider } from 'ra-core'
import type { ReactElement } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { EMPTY } from '../../src/console/features/compose/draft/draft'
import { CountDialog } from '../../src/console/features/compose/sending/CountDialog'
import { SearchTarget } from '../../src/console/features/compose/targets/SearchTarget'
import { TargetFilters } from '../../src/console/features/orders/detail/TargetFilters'
import { SearchBox } from '../../src/console/features/search/SearchBox'
import { INPUT } from '../../src/console/forms/kinds'
import { SearchFilter } from '../../src/console/forms/list/filters'
import CodeEditor from '../../src/console/forms/method/CodeEditor'
import { MethodInput } from '../../src/console/forms/method/MethodInput'
import type { CompiledField } from '../../src/engine/compiled'
import { methodForm, methodRules } from '../../src/engine/orderMethods'
import { config, renderInConsole, signIn } from '../support/consoleWorld'

const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!
const writeArea = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!

/** Composes a text, a sign at a time. */
function compose(element: HTMLInputElement | HTMLTextAreaElement, text: string) {
  const set = element instanceof HTMLInputElement ? write : writeArea
  element.focus()
  fireEvent.compositionStart(element)
  let before = element.value
  let left = before
  for (let length = 1; length <= text.length; length += 1) {
    // Its text is no longer where it put it.
    if (element.value !== left) before = element.value
    left = before + text.slice(0, length)
    set.call(element, left)
    fireEvent.compositionUpdate(element, { data: text.slice(0, length) })
    fireEvent(
      element,
      new InputEvent('input', { bubbles: true, isComposing: true, inputType: 'insertCompositionText' }),
    )
  }
  fireEvent.compositionEnd(element, { data: text })
}

const fieldOf = (name: string, more: Partial<CompiledField> = {}): CompiledField => ({
  name: 'value',
  type: 'text',
  label: { ko: '값', en: 'Value' },
  format: 'text',
  input: name as CompiledField['input'],
  rules: [],
  read: 'none',
  write: 'none',
  whenHidden: 'keep',
  storage: 'extra',
  ...more,
})

/** One field in a form of its own. */
function Field({ field }: { field: CompiledField }) {
  const form = useForm({ defaultValues: { value: '' } })
  const Input = INPUT[field.input as keyof typeof INPUT]
  return (
    <FormProvider {...form}>
      <Input field={field} required={false} level={9} />
    </FormProvider>
  )
}

const search = config.resources.devices!.list!.filters.find(({ type }) => type === 'search')!
const list = { filterValues: {}, setFilters: () => undefined } as never
const order = { id: 1, success: 0, failure: 0, waiting: 1, ongoing: 0, total: 1 } as never
const number = methodForm({ Type: 'number', Value: [0, 99_999_999_999] }, methodRules(config))!
const text = methodForm({ Type: 'text' }, methodRules(config))!

const none = () => undefined
const FIELDS: [string, ReactElement, string, string][] = [
  ['a phone number', <Field key="" field={fieldOf('phone')} />, '01012345678', '010-1234-5678'],
  ['a phone number of Seoul', <Field key="" field={fieldOf('phone')} />, '0212345678', '02-1234-5678'],
  [
    'a phone number, wide',
    <Field key="" field={fieldOf('phone')} />,
    '０１０１２３４５６７８',
    '010-1234-5678',
  ],
  [
    'a business number',
    <Field key="" field={fieldOf('text', { mask: '###-##-#####' })} />,
    '1208147521',
    '120-81-47521',
  ],
  ['a number', <Field key="" field={fieldOf('number')} />, '１２００', '1200'],
  ['a number with a comma', <Field key="" field={fieldOf('number')} />, '1,200', '1200'],
  ['a line of text', <Field key="" field={fieldOf('text')} />, '12가 나', '12가 나'],
  ['text of several lines', <Field key="" field={fieldOf('multiline')} />, '12가', '12가'],
  ['a mail address', <Field key="" field={fieldOf('email')} />, '12@a.kr', '12@a.kr'],
  ['a web address', <Field key="" field={fieldOf('url')} />, 'www.12.kr', 'www.12.kr'],
  ['JSON', <Field key="" field={fieldOf('json', { type: 'json' })} />, '[12]', '[12]'],
  [
    'the search of devices',
    <SearchFilter key="" filter={search} value="" parent={undefined} onChange={none} />,
    '０１０１2',
    '01012',
  ],
  [
    'the search of compose',
    <Form key="" defaultValues={EMPTY}>
      <SearchTarget />
    </Form>,
    '０１０１2',
    '01012',
  ],
  [
    'the count to confirm',
    <CountDialog key="" caption="" count={{ kind: 'known', devices: 12 }} onAnswer={none} />,
    '1２',
    '1２',
  ],
  [
    'the search of targets',
    <ListContextProvider key="" value={list}>
      <TargetFilters order={order} />
    </ListContextProvider>,
    '０１０１2',
    '01012',
  ],
  [
    'a number of an order',
    <MethodInput key="" form={number} label="값" value={undefined} onChange={none} />,
    '1234',
    '1234',
  ],
  [
    'a text of an order',
    <MethodInput key="" form={text} label="값" value={undefined} onChange={none} />,
    '12가',
    '12가',
  ],
]

beforeEach(() => {
  signIn({ level: 9 })
})

describe('an input method writes each sign once', () => {
  it.each(FIELDS)('in %s', async (_, field, written, shown) => {
    renderInConsole(field, { dataProvider: { findNumbers: none, searchDevices: none } as never })
    const element = document.querySelector<HTMLInputElement>('input:not([type=hidden]), textarea')!
    compose(element, written)
    expect(element.value).toBe(shown)
    // And goes on behind it.
    compose(element, '9')
    expect(element.value.replace(/\D/g, '')).toBe(`${shown.replace(/\D/g, '')}9`)
  })

  it('in the search of everything', async () => {
    renderInConsole(<SearchBox />, { dataProvider: { search: async () => undefined } as never })
    fireEvent.click(await screen.findByRole('button'))
    const element = (await screen.findByRole('combobox')) as HTMLInputElement
    compose(element, '0101')
    expect(element.value).toBe('0101')
  })
})

describe('the code editor, whose text its owner gives back a moment later', () => {
  const told = vi.fn()
  const editor = (value: string) => (
    <CodeEditor
      value={value}
      onChange={told}
      disabled={false}
      invalid={false}
      required={true}
      labelledBy={'label'}
    />
  )
  function open(value = '') {
    const { rerender } = render(editor(value))
    const view = EditorView.findFromDOM(document.body)!
    return {
      view,
      text: () => view.state.doc.toString(),
      caret: () => view.state.selection.main.head,
      give: (text: string) => rerender(editor(text)),
      type: (letters: string) => {
        for (const letter of letters) view.dispatch(view.state.replaceSelection(letter))
      },
    }
  }

  it('keeps caret and letters that were typed since', () => {
    const { type, give, text, caret } = open()
    type('단말')
    give('단')
    type('기')
    expect(text()).toBe('단말기')
    expect(caret()).toBe(3)
    // Of several that were told, what is drawn is the last.
    give('단말기')
    expect(text()).toBe('단말기')
    expect(told.mock.calls.flat()).toEqual(['단', '단말', '단말기'])
  })

  it('takes what comes from elsewhere, also when that is what it had before', () => {
    const { type, give, text, caret } = open('단')
    type('말')
    give('말단')
    expect(text()).toBe('말단')
    expect(caret()).toBe(1)
    give('단')
    expect(text()).toBe('단')
    give('')
    expect(text()).toBe('')
  })
})

describe('a phone number', () => {
  const open = () => {
    renderInConsole(<Field field={fieldOf('phone')} />)
    return document.querySelector<HTMLInputElement>('input')!
  }
  it.each([
    ['+82 10-1234-5678', '010-1234-5678'],
    ['+82 2 1234 5678', '02-1234-5678'],
    ['０１０１２３４５６７８', '010-1234-5678'],
    ['02-1234-5678', '02-1234-5678'],
  ])('typed or pasted as %s stands there as %s once it is left', (written, shown) => {
    const element = open()
    fireEvent.change(element, { target: { value: written } })
    fireEvent.blur(element)
    expect(element.value).toBe(shown)
    fireEvent.change(element, { target: { value: '' } })
    for (let length = 1; length <= written.length; length += 1)
      fireEvent.change(element, { target: { value: element.value + written[length - 1] } })
    fireEvent.blur(element)
    expect(element.value).toBe(shown)
  })
})
