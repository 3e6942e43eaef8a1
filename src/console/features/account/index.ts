/** The pages to sign in and to sign up (§2 Login, Register). */
import { lazyComponent } from '../../ui/lazy/lazyComponent'

export { LoginPage } from './LoginPage'
/** Loaded on demand, as it is rarely opened. */
export const RegisterPage = lazyComponent(() => import('./RegisterPage'))
