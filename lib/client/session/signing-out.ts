import { createContext, useContext } from 'react';

interface SigningOut {
  signOut: () => void;
  isSigningOut: boolean;
}

export const SigningOutContext = createContext<SigningOut | null>(null);

export function useSigningOut(): SigningOut {
  const signing = useContext(SigningOutContext);
  if (signing === null) throw new Error('This stands outside the pages of somebody signed in.');
  return signing;
}
