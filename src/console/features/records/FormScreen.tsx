/** The page of a form: title, width and back button; a message instead of the form if the user may not open it. */
import LockOutlined from '@mui/icons-material/LockOutlined'
import { Box, Typography } from '@mui/material'

import type { ReactNode } from 'react'
import type { CompiledResource } from '../../../engine/compiled'
import { useTranslate } from '../../config'
import { useFormOrigin } from '../../forms/formOrigin'
import { BackLink } from '../../ui/BackLink'
import { Screen } from '../../ui/Screen'
import { EmptyState } from '../../ui/states/EmptyState'

interface FormScreenProps {
  resource: CompiledResource
  /** Whether the user may open the form. */
  isAllowed?: boolean
  title: string
  recordName?: string
  children?: ReactNode
}

/** In px. */
const WIDTHS = { narrow: 560, medium: 760, wide: 1200 } as const

export function FormScreen({ resource, isAllowed, title, recordName, children }: FormScreenProps) {
  const translate = useTranslate()
  const origin = useFormOrigin()
  const back = (
    <BackLink
      to={origin?.returnTo ?? resource.path}
      text={
        origin?.name
          ? translate('records.related.back', { name: origin.name })
          : translate('records.form.toList', { name: translate(resource.label) })
      }
    />
  )
  return (
    <Box sx={{ width: 1, maxWidth: WIDTHS[resource.form?.width ?? 'medium'], mx: 'auto' }}>
      <Screen
        title={title}
        aside={recordName && <Typography color="text.secondary">{recordName}</Typography>}
        actions={back}
      >
        {isAllowed ? (
          children
        ) : (
          <EmptyState
            icon={LockOutlined}
            title={translate('shell.denied.sentence')}
            text={translate('shell.denied.hint')}
          />
        )}
      </Screen>
    </Box>
  )
}
