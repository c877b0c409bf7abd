import { createContext, useContext } from 'react';

interface SigningOut {
  signOut: () => void;
  isSigningOut: boolean;
}

/** What surrounds the pages of somebody signed in provides it. */
export const SigningOutContext = createContext<SigningOut | null>(null);

/** Signs out and goes to the sign-in page; for the pages of somebody signed in. */
export function useSigningOut(): SigningOut {
  const signing = useContext(SigningOutContext);
  if (signing === null) throw new Error('This stands outside the pages of somebody signed in.');
  return signing;
}
