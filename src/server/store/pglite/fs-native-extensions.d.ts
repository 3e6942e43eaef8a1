/** Types for the used part of a package that has none: kernel locks on whole files. */
declare module 'fs-native-extensions' {
  /** Returns false if another open file holds the lock. */
  export function tryLock(fd: number): boolean
}
