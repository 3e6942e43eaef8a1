/** Signing in and signing up (§2 Login, Register). */
import { lazyComponent } from '../../ui/lazy/lazyComponent'

export { LoginPage } from './LoginPage'
/** Few come here, and once. */
export const RegisterPage = lazyComponent(() => import('./RegisterPage'))
