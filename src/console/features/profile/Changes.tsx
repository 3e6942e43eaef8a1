/** One tab per field that the user may change, and one for the password (§2 Profile). All keep their unsaved input. */
import { Box, Card, Tab, Tabs, Typography } from '@mui/material'

import { useId } from 'react'
import { useSearchParams } from 'react-router'
import type { ProfileClient } from '../../../contract/clients'
import { OWN_FIELDS, type OwnField, ownResource } from '../../../engine/access'
import { isWritable, type WriteContext } from '../../../engine/validation/writableRecord'
import { useConditionUser } from '../../auth/useSession'
import { useConfig, useTranslate } from '../../config'
import { LeaveQuestion } from '../../forms/record/LeaveGuard'
import { UnsavedChecksProvider, useUnsavedChecks } from '../../ui/dialogs/unsavedInput'
import { NoticeArea } from '../../ui/notices/NoticeArea'
import { FieldChange } from './FieldChange'
import { PasswordChange } from './PasswordChange'
import { useChangeNotices } from './useChangeNotices'

const PASSWORD = 'password'

export function Changes({ profile }: { profile: ProfileClient }) {
  const translate = useTranslate()
  const id = useId()
  const notices = useChangeNotices()
  const { resource, writing, names } = useOwnFields(profile)
  const [query, setQuery] = useSearchParams()
  const { checks, hasInput } = useUnsavedChecks()
  const tabs = [...names, PASSWORD]
  const requestedTab = query.get('change') ?? ''
  const open = tabs.includes(requestedTab) ? requestedTab : tabs[0]!
  const labelOf = (name: string) =>
    name === PASSWORD ? translate('profile.password.tab') : translate(resource.fields[name]?.label)

  return (
    <Card component="section" aria-labelledby={`${id}-title`} sx={{ pt: 2 }}>
      <Typography id={`${id}-title`} variant="h2" sx={{ px: { xs: 2, sm: 3 }, mb: 1 }}>
        {translate('profile.changes')}
      </Typography>
      <Tabs
        value={open}
        onChange={(_, name: string) => {
          notices.clear()
          setQuery({ change: name }, { replace: true })
        }}
        variant="scrollable"
        scrollButtons="auto"
        aria-labelledby={`${id}-title`}
        sx={{ px: { xs: 0, sm: 2 }, borderBottom: 1, borderColor: 'divider' }}
      >
        {tabs.map(name => (
          <Tab
            key={name}
            value={name}
            label={labelOf(name)}
            id={`${id}-tab-${name}`}
            aria-controls={`${id}-panel-${name}`}
          />
        ))}
      </Tabs>
      <Box sx={{ p: { xs: 2, sm: 3 } }}>
        <NoticeArea notice={notices.notice} onClose={notices.clear} />
        <LeaveQuestion isDirty={hasInput} />
        <UnsavedChecksProvider checks={checks}>
          {tabs.map(name => (
            <Box
              key={name}
              role="tabpanel"
              id={`${id}-panel-${name}`}
              aria-labelledby={`${id}-tab-${name}`}
              hidden={name !== open}
            >
              {name === PASSWORD ? (
                <PasswordChange profile={profile} notices={notices} />
              ) : (
                <FieldChange
                  name={name as OwnField}
                  resource={resource}
                  writing={writing}
                  profile={profile}
                  notices={notices}
                />
              )}
            </Box>
          ))}
        </UnsavedChecksProvider>
      </Box>
    </Card>
  )
}

/** The fields that the user may change by config, and the context (`WriteContext`) in which they are validated. */
function useOwnFields(profile: ProfileClient) {
  const { resources, levels } = useConfig()
  const user = useConditionUser()
  const resource = ownResource(resources.clients!)
  const writing: WriteContext = {
    action: 'edit',
    level: profile.level,
    levels: levels.numbers,
    user,
    current: profile,
    own: true,
  }
  const names: string[] = OWN_FIELDS.filter(name => {
    const field = resource.fields[name]
    return field && isWritable(field, { ...writing, record: profile })
  })
  return { resource, writing, names }
}
