/**
 * The code editor for the text value of an order method (§3): CodeMirror with the theme's colours. Tab moves the focus
 * on, as in other fields. Matching brackets are marked, and text that looks like JSON is indented.
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
  /** Id of the element with its label. */
  labelledBy: string
  /** Id of the element with its help or error. */
  describedBy?: string
}

export default function CodeEditor(props: CodeEditorProps) {
  const { value, placeholder, disabled, invalid, required, labelledBy, describedBy } = props
  const dark = useTheme().palette.mode === 'dark'
  const container = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  // Reported texts that have not come back as `value` yet. CodeMirror reports changes outside of React's batching, so a
  // text may come back after the user has typed on. Inserting it would delete the new characters.
  const unreturned = useRef<string[]>([])
  const reportChange = useEvent((text: string) => {
    unreturned.current.push(text)
    props.onChange(text)
  })
  // A stable function, so that another value does not create the editor again.
  const initial = useEvent(() => value)

  useEffect(() => {
    const editor = new EditorView({
      parent: container.current!,
      state: EditorState.create({
        doc: initial(),
        extensions: [
          // Our Content-Security-Policy accepts the editor's style element only with the page's nonce.
          EditorView.cspNonce.of(styleNonce() ?? ''),
          history(),
          keymap.of([...defaultKeymap, ...historyKeymap]),
          EditorView.lineWrapping,
          bracketMatching(),
          LANGUAGE.of(languageOf(initial())),
          SETTINGS.of([]),
          EditorView.updateListener.of(update => {
            if (!update.docChanged) return
            const text = update.state.doc.toString()
            if (looksLikeJson(text) !== looksLikeJson(update.startState.doc.toString())) {
              update.view.dispatch({ effects: LANGUAGE.reconfigure(languageOf(text)) })
            }
            if (!update.transactions.some(change => change.annotation(FROM_VALUE))) reportChange(text)
          }),
        ],
      }),
    })
    view.current = editor
    return () => editor.destroy()
  }, [initial, reportChange])

  // Inserts a value that was set from outside, such as a restored draft.
  useEffect(() => {
    const editor = view.current
    const index = unreturned.current.indexOf(value)
    unreturned.current = index < 0 ? [] : unreturned.current.slice(index + 1)
    if (!editor || index >= 0 || editor.state.doc.toString() === value) return
    editor.dispatch({
      changes: { from: 0, to: editor.state.doc.length, insert: value },
      selection: { anchor: Math.min(editor.state.selection.main.head, value.length) },
      annotations: FROM_VALUE.of(true),
    })
  }, [value])

  useEffect(() => {
    view.current?.dispatch({
      effects: SETTINGS.reconfigure([
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

  return <Box ref={container} sx={theme => ({ '& .cm-editor': editorStyles(theme, invalid) })} />
}

/** Marks a change that came from `value`: it is not reported back. */
const FROM_VALUE = Annotation.define<boolean>()
const LANGUAGE = new Compartment()
const SETTINGS = new Compartment()

const looksLikeJson = (text: string) => /^\s*[[{]/.test(text)
const languageOf = (text: string): Extension => (looksLikeJson(text) ? json() : [])

/** For CodeMirror's own element: this selector is more specific than CodeMirror's base styles. */
function editorStyles({ palette, shape }: Theme, invalid: boolean) {
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
    '& .cm-content': { padding: '8px 12px', caretColor: palette.text.primary },
    '& .cm-line': { padding: 0 },
    '& .cm-placeholder': { color: palette.text.secondary },
    '&.cm-focused .cm-matchingBracket': { backgroundColor: palette.action.selected },
  }
}
