/**
 * The code editor for the value of an order method of text type (§3): CodeMirror in our colours, its style element with
 * the page's nonce. Tab leaves it, as in every other field. In text that looks like JSON, brackets are matched and
 * lines indented.
 */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching } from '@codemirror/language'
import { Annotation, Compartment, EditorState, type Extension } from '@codemirror/state'
import { EditorView, keymap, placeholder as placeholderOf } from '@codemirror/view'
import { Box, type Theme, useTheme } from '@mui/material'
import { useEvent } from 'ra-core'
import { useEffect, useRef } from 'react'
import { styleNonce } from '../../nonce'

interface CodeEditorProps {
  value: string
  onChange: (text: string) => void
  placeholder?: string
  disabled: boolean
  invalid: boolean
  required: boolean
  /** Id of the element that names it. */
  labelledBy: string
  /** Id of the element that says what it takes, or what is wrong. */
  describedBy?: string
}

export default function CodeEditor(props: CodeEditorProps) {
  const { value, placeholder, disabled, invalid, required, labelledBy, describedBy } = props
  const dark = useTheme().palette.mode === 'dark'
  const container = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  // What the owner was told and has not given back yet. CodeMirror tells it outside React's events, so that a text
  // comes back after further letters were typed; put in, it would take them away and the caret to the start.
  const emitted = useRef<string[]>([])
  const changed = useEvent((text: string) => {
    emitted.current.push(text)
    props.onChange(text)
  })
  const initial = useEvent(() => value)

  useEffect(() => {
    const editor = new EditorView({
      parent: container.current!,
      state: EditorState.create({
        doc: initial(),
        extensions: [
          EditorView.cspNonce.of(styleNonce() ?? ''),
          history(),
          keymap.of([...defaultKeymap, ...historyKeymap]),
          EditorView.lineWrapping,
          bracketMatching(),
          LANGUAGE.of(languageOf(initial())),
          STATE.of([]),
          EditorView.updateListener.of(update => {
            if (!update.docChanged) return
            const text = update.state.doc.toString()
            if (looksLikeJson(text) !== looksLikeJson(update.startState.doc.toString())) {
              update.view.dispatch({ effects: LANGUAGE.reconfigure(languageOf(text)) })
            }
            if (!update.transactions.some(one => one.annotation(GIVEN))) changed(text)
          }),
        ],
      }),
    })
    view.current = editor
    return () => editor.destroy()
  }, [initial, changed])

  // The value was changed from outside: a restored draft, or Cancel.
  useEffect(() => {
    const editor = view.current
    const at = emitted.current.indexOf(value)
    emitted.current = at < 0 ? [] : emitted.current.slice(at + 1)
    if (!editor || at >= 0 || editor.state.doc.toString() === value) return
    editor.dispatch({
      changes: { from: 0, to: editor.state.doc.length, insert: value },
      selection: { anchor: Math.min(editor.state.selection.main.head, value.length) },
      annotations: GIVEN.of(true),
    })
  }, [value])

  // What screen readers hear, and what may be done.
  useEffect(() => {
    view.current?.dispatch({
      effects: STATE.reconfigure([
        EditorView.contentAttributes.of({
          'aria-labelledby': labelledBy,
          ...(describedBy ? { 'aria-describedby': describedBy } : {}),
          ...(invalid ? { 'aria-invalid': 'true' } : {}),
          ...(required ? { 'aria-required': 'true' } : {}),
          ...(disabled ? { 'aria-disabled': 'true' } : {}),
        }),
        EditorView.editable.of(!disabled),
        EditorState.readOnly.of(disabled),
        EditorView.darkTheme.of(dark),
        placeholder ? placeholderOf(placeholder) : [],
      ]),
    })
  }, [placeholder, disabled, invalid, required, labelledBy, describedBy, dark])

  return <Box ref={container} sx={theme => ({ '& .cm-editor': lookOf(theme, invalid) })} />
}

/** Marks a change that the owner made, of which it need not be told. */
const GIVEN = Annotation.define<boolean>()
const LANGUAGE = new Compartment()
const STATE = new Compartment()

const looksLikeJson = (text: string) => /^\s*[[{]/.test(text)
const languageOf = (text: string): Extension => (looksLikeJson(text) ? json() : [])

/** Within CodeMirror's own element, whose base styles have selectors that are less specific. */
function lookOf({ palette, shape }: Theme, invalid: boolean) {
  const edge = palette.mode === 'dark' ? 'rgba(155, 167, 180, 0.5)' : 'rgba(91, 102, 117, 0.5)'
  return {
    color: palette.text.primary,
    backgroundColor: palette.background.paper,
    fontSize: '14px',
    border: `1px solid ${invalid ? palette.error.main : 'transparent'}`,
    outline: `1px solid ${edge}`,
    outlineOffset: '-1px',
    borderRadius: `${shape.borderRadius}px`,
    '&:hover': { outlineColor: palette.text.primary },
    '&.cm-focused': { outline: `2px solid ${palette.primary.main}`, outlineOffset: '-2px' },
    '& .cm-scroller': {
      fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "D2Coding", monospace',
      lineHeight: '1.6',
      minHeight: '104px',
      maxHeight: '320px',
      overflow: 'auto',
    },
    '& .cm-content': { padding: '10px 14px', caretColor: palette.text.primary },
    '& .cm-line': { padding: 0 },
    '& .cm-placeholder': { color: palette.text.secondary },
    '&.cm-focused .cm-matchingBracket': { backgroundColor: palette.action.selected },
  }
}
