/**
 * The form of an order with its summary beside it; on a phone in one column, with the buttons in a bar at the bottom.
 */
import { Alert, Box, Button, Card, Skeleton, type Theme, Typography, useMediaQuery } from '@mui/material'

import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { type Resolver, useFormContext, useFormState } from 'react-hook-form'
import type { Method } from '../../../contract/methods'
import { choiceTitles } from '../../../domain/methodInput'
import { ownValue } from '../../../domain/own'
import type { CompiledResource } from '../../../engine/compiled'
import { methodRules, methodSchema, withoutSecretParts } from '../../../engine/orderMethods'
import type { WriteContext } from '../../../engine/validation/writableRecord'
import { useConfig, useTranslate } from '../../config'
import { ConsoleForm } from '../../forms/ConsoleForm'
import { FieldText } from '../../forms/kinds/FieldText'
import { useFormInput } from '../../forms/kinds/input'
import { useMethods } from '../../forms/method/useMethods'
import { startValues, storableValues, type Values } from '../../forms/record/formValues'
import { serverNow } from '../../serverClock'
import { BusyButton } from '../../ui/controls/BusyButton'
import { LazyPart } from '../../ui/lazy/LazyPart'
import { lazyComponent } from '../../ui/lazy/lazyComponent'
import { LOW_SCREEN } from '../../ui/screenHeights'
import { ThumbBar } from '../../ui/ThumbBar'
import { AddedFields, useAddedErrors, useAddedFields, useOrderWriteContext } from '../registering'
import { type Draft, problemsOf } from './draft/draft'
import { type DraftSlot, useStoredDraft } from './draft/draftStore'
import { useDraft } from './draft/useDraft'
import { INPUT_WIDTH, MethodFields } from './MethodFields'
import { CountDialog } from './sending/CountDialog'
import { CountText, Summary } from './sending/Summary'
import { useSend } from './sending/useSend'
import { TargetFields } from './targets/TargetFields'
import { type TargetCount, useTargetCount } from './targets/useTargetCount'

const PeriodFields = lazyComponent(() => import('./PeriodFields'))

const COLUMNS = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 800px) 340px' },
}

interface ComposeFormProps {
  /** Where the draft is stored. */
  slot: DraftSlot
  initial: Draft
}

export function ComposeForm({ slot, initial }: ComposeFormProps) {
  const methods = useMethods()
  const { added } = useAddedFields()
  const resolver = useResolver(methods.data, added)
  const writing = useOrderWriteContext('')
  const [initialExtra] = useState(() => startValues(added, undefined, writing))
  // The values of a stored draft or another order, without fields that config no longer has.
  const [values] = useState(() => ({
    ...initial,
    extra: initial.extra ? startValues(added, storableValues(added, initial.extra)) : initialExtra,
  }))
  return (
    <ConsoleForm defaultValues={values} resetOptions={KEEP_REFS} resolver={resolver}>
      <Content slot={slot} methods={methods} added={added} initialExtra={initialExtra} />
    </ConsoleForm>
  )
}

/**
 * ra-core's Form resets itself on mount; without this option the fields' refs are lost, and errors cannot focus them.
 */
const KEEP_REFS = { keepFieldsRef: true }

const methodOf = ({ code }: Draft, methods: readonly Method[] | undefined) =>
  methods?.find(method => method.code === code)

/** The resolver of the form: each field gets the message of its first problem. */
function useResolver(methods: readonly Method[] | undefined, added: CompiledResource): Resolver<Draft> {
  const translate = useTranslate()
  const config = useConfig()
  const { limits, timing } = config.app
  const errorsOf = useAddedErrors(added)
  return draft => {
    const problems = problemsOf(draft, {
      method: methodOf(draft, methods),
      rules: methodRules(config),
      limits,
      now: serverNow(),
      expireMs: timing.orderExpireMs,
      pastMs: timing.orderPastMs,
    })
    const errors = errorsOf(draft.extra, draft.code)
    for (const { field, key, params } of problems)
      errors[field] ??= { type: key, message: translate(key, params) }
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values: draft, errors: {} }
  }
}

interface ContentProps {
  slot: DraftSlot
  methods: ReturnType<typeof useMethods>
  /** A resource with only the fields that config adds to orders. */
  added: CompiledResource
  /** Initial values of these fields. */
  initialExtra: Values
}

function Content({ slot, methods, added, initialExtra }: ContentProps) {
  const translate = useTranslate()
  const config = useConfig()
  const draft = useDraft()
  const method = methodOf(draft, methods.data)
  // The value without its secret parts, stored in its place; undefined if the value has no secret. The value of an
  // unknown method (still loading, or deleted) may be a secret, so an empty one is stored.
  const unknownValue = draft.code === '' ? undefined : ''
  const redactedValue = method
    ? withoutSecretParts(method.content, draft.value, methodRules(config))
    : unknownValue
  const isObject = method !== undefined && methodSchema(method.content, methodRules(config)) !== undefined
  const title = method && ownValue(choiceTitles(method.content), draft.value)
  const shownValue = title ? translate(title) : draft.value
  const isStored = useStoredDraft(slot, draft, { redactedValue, initialExtra })
  const { count, recount } = useTargetCount(draft)
  const writing = useOrderWriteContext(draft.code)
  const { submit, cancel, question } = useSend({
    slot,
    redactedValue,
    recount,
    added,
    initialExtra,
    writing,
    isDangerous: method?.content.Danger === true,
  })
  const { errors, isSubmitted, isSubmitting } = useFormState<Draft>()
  const { trigger } = useFormContext<Draft>()
  const isDesktop = useMediaQuery<Theme>(theme => theme.breakpoints.up('md'))
  const validatedDraft = useRef(draft)
  useEffect(() => {
    // After the first submit, each change validates the form again. This also clears errors set by the server.
    if (isSubmitted && validatedDraft.current !== draft) void trigger()
    validatedDraft.current = draft
  }, [draft, isSubmitted, trigger])

  const buttons = (
    <Box sx={{ display: 'flex', gap: 1 }}>
      <Button
        color="inherit"
        variant="outlined"
        onClick={cancel}
        sx={{ flex: 1, minHeight: 44, borderColor: 'divider' }}
      >
        {translate('compose.cancel')}
      </Button>
      <BusyButton
        type="submit"
        variant="contained"
        // Not busy while the dialog waits for the user's answer.
        busy={isSubmitting && !question}
        onClick={submit}
        sx={{ flex: 2, minHeight: 44 }}
      >
        {translate('compose.register')}
      </BusyButton>
    </Box>
  )
  return (
    <Box sx={COLUMNS}>
      <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
        <FormCard title={translate('compose.part.command')}>
          <MethodFields methods={methods} />
        </FormCard>
        <FormCard title={translate('compose.part.target')}>
          <TargetFields />
        </FormCard>
        <AddedCards added={added} writing={writing} />
        <FormCard title={translate('compose.part.when')}>
          <Subject placeholder={method?.caption} />
          <LazyPart placeholder={<Skeleton variant="rounded" height={40} />}>
            <PeriodFields />
          </LazyPart>
        </FormCard>
      </Box>
      <Card sx={{ p: 3, position: { md: 'sticky' }, top: { md: 80 }, [LOW_SCREEN]: { position: 'static' } }}>
        <Typography variant="h2" sx={{ mb: 1.5 }}>
          {translate('compose.part.summary')}
        </Typography>
        <Summary
          count={count}
          onRecount={() => void recount()}
          caption={method?.caption}
          value={redactedValue === undefined && !isObject ? shownValue : ''}
        />
        {errors.root?.refusal && (
          <Alert severity="error" sx={{ mt: 2 }}>
            {errors.root.refusal.message}
          </Alert>
        )}
        {isDesktop && <Box sx={{ mt: 3 }}>{buttons}</Box>}
        <Typography variant="caption" component="p" color="text.secondary" sx={{ mt: 1.5 }}>
          {translate(isStored ? 'compose.kept' : 'compose.notKept')}
        </Typography>
      </Card>
      {!isDesktop && <SendBar count={count}>{buttons}</SendBar>}
      {question && (
        <CountDialog
          caption={method?.caption ?? ''}
          isDangerous={method?.content.Danger}
          count={question.count}
          onAnswer={question.answer}
        />
      )}
    </Box>
  )
}

/** A card for each section that config adds. */
function AddedCards(props: { added: CompiledResource; writing: WriteContext }) {
  const translate = useTranslate()
  return (
    <AddedFields
      {...props}
      section={(fields, title) => (
        <FormCard title={title ? translate(title) : translate('compose.part.added')}>{fields}</FormCard>
      )}
    />
  )
}

function Subject({ placeholder }: { placeholder: string | undefined }) {
  const translate = useTranslate()
  const label = translate('compose.subject.label')
  const help = translate('compose.subject.help')
  const input = useFormInput('title', { label, help, placeholder })
  return (
    <Box sx={{ maxWidth: INPUT_WIDTH }}>
      <FieldText input={input} />
    </Box>
  )
}

function FormCard({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 2 }}>
      <Typography variant="h2" id={id}>
        {title}
      </Typography>
      {children}
    </Card>
  )
}

/** On a phone, above the bottom bar: the number of devices and the buttons. */
function SendBar({ count, children }: { count: TargetCount; children: ReactNode }) {
  const translate = useTranslate()
  return (
    <ThumbBar>
      {count.kind === 'known' && (
        <Typography
          variant="body2"
          aria-hidden
          className="tabular"
          sx={{ mb: 1, display: 'flex', gap: 1, flexWrap: 'wrap' }}
        >
          <b>
            <CountText count={count} />
          </b>
          {count.online !== undefined && (
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {translate('compose.summary.online', { count: count.online.toLocaleString('ko-KR') })}
            </Box>
          )}
        </Typography>
      )}
      {children}
    </ThumbBar>
  )
}
