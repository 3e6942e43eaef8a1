/**
 * Digits composed by an input method appear once, and full-width digits count, in every text field. The tests compose
 * as browsers do: the input method writes into the element, and starts again at the end of the text when other code has
 * changed it.
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
import { INPUTS } from '../../src/console/forms/kinds'
import { SearchFilter } from '../../src/console/forms/list/filters'
import CodeEditor from '../../src/console/forms/method/CodeEditor'
import { MethodInput } from '../../src/console/forms/method/MethodInput'
import type { CompiledField } from '../../src/engine/compiled'
import { methodForm, methodRules } from '../../src/engine/orderMethods'
import { addedField } from '../support/config'
import { config, renderInConsole, signIn } from '../support/consoleWorld'

/** Composes a text, one character after the other. */
function compose(element: HTMLInputElement | HTMLTextAreaElement, text: string) {
  const prototype = Object.getPrototypeOf(element)
  const setValue = Object.getOwnPropertyDescriptor(prototype, 'value')!.set!
  element.focus()
  fireEvent.compositionStart(element)
  let before = element.value
  let written = before
  for (let length = 1; length <= text.length; length += 1) {
    if (element.value !== written) before = element.value
    written = before + text.slice(0, length)
    setValue.call(element, written)
    fireEvent.compositionUpdate(element, { data: text.slice(0, length) })
    const input = { bubbles: true, isComposing: true, inputType: 'insertCompositionText' }
    fireEvent(element, new InputEvent('input', input))
  }
  fireEvent.compositionEnd(element, { data: text })
}

/** A field of config in a form of its own. */
function Field({ input, ...more }: { input: keyof typeof INPUTS } & Partial<CompiledField>) {
  const form = useForm({ defaultValues: { value: '' } })
  const Input = INPUTS[input]
  return (
    <FormProvider {...form}>
      <Input field={addedField('value', { input, ...more })} required={false} level={9} />
    </FormProvider>
  )
}

const search = config.resources.devices!.list!.filters.find(({ type }) => type === 'search')!
const listContext = { filterValues: {}, setFilters: () => undefined } as never
const order = { id: 1, success: 0, failure: 0, waiting: 1, ongoing: 0, total: 1 } as never
const rules = methodRules(config)
const number = methodForm({ Type: 'number', Value: [0, 99_999_999_999] }, rules)!
const text = methodForm({ Type: 'text' }, rules)!

const ignore = () => undefined
const method = { label: '값', value: undefined, onChange: ignore }
const SEARCHED = ['０１０１2', '01012'] as const
const FIELDS: [name: string, field: ReactElement, composed: string, shown: string][] = [
  ['a phone number', <Field key="" input="phone" />, '01012345678', '010-1234-5678'],
  ['a full-width phone number', <Field key="" input="phone" />, '０１０１２３４５６７８', '010-1234-5678'],
  ['a business number', <Field key="" input="text" mask="###-##-#####" />, '1208147521', '120-81-47521'],
  ['a number', <Field key="" input="number" />, '１２００', '1200'],
  ['a number with a comma', <Field key="" input="number" />, '1,200', '1200'],
  ['a line of text', <Field key="" input="text" />, '12가 나', '12가 나'],
  ['several lines of text', <Field key="" input="multiline" />, '12가', '12가'],
  ['an e-mail address', <Field key="" input="email" />, '12@a.kr', '12@a.kr'],
  ['a web address', <Field key="" input="url" />, 'www.12.kr', 'www.12.kr'],
  ['JSON', <Field key="" input="json" type="json" />, '[12]', '[12]'],
  [
    'the search of devices',
    <SearchFilter key="" filter={search} value="" parent={undefined} onChange={ignore} />,
    ...SEARCHED,
  ],
  [
    'the search of compose',
    <Form key="" defaultValues={EMPTY}>
      <SearchTarget />
    </Form>,
    ...SEARCHED,
  ],
  [
    'the number to confirm',
    <CountDialog key="" caption="" count={{ kind: 'known', devices: 12 }} onAnswer={ignore} />,
    '1２',
    '1２',
  ],
  [
    'the search of targets',
    <ListContextProvider key="" value={listContext}>
      <TargetFilters order={order} />
    </ListContextProvider>,
    ...SEARCHED,
  ],
  ['the number of a command', <MethodInput key="" form={number} {...method} />, '1234', '1234'],
  ['the text of a command', <MethodInput key="" form={text} {...method} />, '12가', '12가'],
]

beforeEach(() => void signIn({ level: 9 }))

describe('an input method writes each character once', () => {
  it.each(FIELDS)('in %s', (_, field, composed, shown) => {
    renderInConsole(field, { dataProvider: { findNumbers: ignore, searchDevices: ignore } })
    const element = document.querySelector<HTMLInputElement>('input:not([type=hidden]), textarea')!
    compose(element, composed)
    expect(element.value).toBe(shown)
    // A second composition continues at the end.
    compose(element, '9')
    expect(element.value.replace(/\D/g, '')).toBe(`${shown.replace(/\D/g, '')}9`)
  })

  it('in the search of everything', async () => {
    renderInConsole(<SearchBox />, { dataProvider: { search: async () => undefined } })
    fireEvent.click(await screen.findByRole('button'))
    const element = (await screen.findByRole('combobox')) as HTMLInputElement
    compose(element, '0101')
    expect(element.value).toBe('0101')
  })
})

describe('the code editor, which gets its text back with a delay', () => {
  function open(value = '') {
    const onChange = vi.fn()
    const editor = (value: string) => (
      <CodeEditor
        value={value}
        onChange={onChange}
        disabled={false}
        invalid={false}
        required
        labelledBy="label"
      />
    )
    const { rerender } = render(editor(value))
    const view = EditorView.findFromDOM(document.body)!
    return {
      onChange,
      text: () => view.state.doc.toString(),
      caret: () => view.state.selection.main.head,
      setValue: (text: string) => rerender(editor(text)),
      type: (letters: string) => {
        for (const letter of letters) view.dispatch(view.state.replaceSelection(letter))
      },
    }
  }

  it('keeps caret and letters that were typed since', () => {
    const { type, setValue, text, caret, onChange } = open()
    type('단말')
    setValue('단')
    type('기')
    expect([text(), caret()]).toEqual(['단말기', 3])
    setValue('단말기')
    expect(text()).toBe('단말기')
    expect(onChange.mock.calls.flat()).toEqual(['단', '단말', '단말기'])
  })

  it('takes a text from elsewhere, also one that it had before', () => {
    const { type, setValue, text, caret } = open('단')
    type('말')
    setValue('말단')
    expect([text(), caret()]).toEqual(['말단', 1])
    for (const value of ['단', '']) {
      setValue(value)
      expect(text()).toBe(value)
    }
  })
})

it.each([
  ['+82 10-1234-5678', '010-1234-5678'],
  ['+82 2 1234 5678', '02-1234-5678'],
  ['０１０１２３４５６７８', '010-1234-5678'],
])('a phone number typed or pasted as %s becomes %s', (typed, shown) => {
  renderInConsole(<Field input="phone" />)
  const element = document.querySelector<HTMLInputElement>('input')!
  const enter = (value: string) => fireEvent.change(element, { target: { value } })
  enter(typed)
  fireEvent.blur(element)
  expect(element.value).toBe(shown)
  enter('')
  for (const character of typed) enter(element.value + character)
  fireEvent.blur(element)
  expect(element.value).toBe(shown)
})
