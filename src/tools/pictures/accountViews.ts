/** The views of login, profile, and the frame around all screens. */
import { LEVELS } from '../services/site'
import * as open from './open/account'
import { STAFF, type View } from './view'

export const ACCOUNT_VIEWS: readonly View[] = [
  { name: 'login', path: '/login', who: ['nobody'] },
  { name: 'register', path: '/register', who: ['nobody'] },
  { name: 'error', path: '/error', who: ['nobody', 'client'] },
  { name: 'profile', path: '/app/profile', who: LEVELS },
  {
    name: 'settings-menu',
    path: '/app/profile',
    who: STAFF,
    shows: ['shell/links.tsx'],
    open: open.barMenu('shell.nav.settings'),
    afterEscape: 'clean',
  },
  {
    name: 'language-menu',
    // The login page: on a phone, the bar of other pages has no such menu.
    path: '/login',
    who: ['nobody'],
    shows: ['ui/controls/PreferencesMenu.tsx'],
    open: open.barMenu('shell.language.title'),
    afterEscape: 'clean',
  },
  {
    name: 'link-account',
    path: '/app/profile',
    who: ['client'],
    shows: ['features/profile/LinkDialog.tsx'],
    open: open.linkAccount,
    afterEscape: 'clean',
  },
  {
    name: 'unlink-account',
    path: '/app/profile',
    who: ['client'],
    shows: ['features/profile/Logins.tsx'],
    open: open.unlinkAccount,
    afterEscape: 'clean',
  },
  {
    name: 'search',
    path: '/app/profile',
    who: LEVELS,
    shows: ['features/search/SearchField.tsx'],
    open: open.searchBox,
  },
  {
    name: 'token-offer',
    path: '/app/profile',
    who: ['client'],
    shows: ['shell/TokenOffer.tsx'],
    open: open.tokenOffer,
  },
  {
    name: 'idle',
    path: '/app/profile',
    who: ['client'],
    shows: ['shell/IdleWarning.tsx'],
    open: open.idle,
    afterEscape: 'reload',
  },
  { name: 'profile-password', path: '/app/profile?change=password', who: ['client'] },
  { name: 'denied', path: '/app/admin/vendors', who: ['client'] },
  { name: 'not-found', path: '/app/nowhere', who: ['client'] },
]
