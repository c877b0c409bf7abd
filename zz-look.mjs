import { chromium } from '@playwright/test';
const out='/tmp/work/shots/';
const [w,h,scheme='light']=[Number(process.argv[2]),Number(process.argv[3]),process.argv[4]];
const only=process.argv[5];
const b=await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox','--disable-gpu']});
const ctx=await b.newContext({viewport:{width:w,height:h},colorScheme:scheme,reducedMotion:'reduce',locale:'en-GB',timezoneId:'Europe/Berlin'});
const p=await ctx.newPage(); const base='http://localhost:4332';
p.on('console',m=>{if(m.type()==='error')console.log('ERR',m.text())});
await p.goto(base+'/sign-in'); await p.getByRole('button',{name:new RegExp(process.argv[6]??'administrator')}).first().click(); await p.waitForURL(u=>!u.pathname.startsWith('/sign-in'));
const shot=async n=>{await p.screenshot({path:`${out}${w}-${scheme}-${n}.png`});};
const go=async (path,n,ms=1500)=>{await p.goto(base+path);await p.waitForTimeout(ms);await shot(n);};
const steps={
 overview:()=>go('/','overview'),
 access:()=>go('/access','access'),
 unfolded:()=>go('/access?unfold=Customer','unfolded'),
 journal:()=>go('/journal','journal'),
 changes:()=>go('/changes','changes'),
 review1:async()=>{await p.goto(base+'/access?type=Vendor&entity=420');await p.waitForTimeout(1500);await p.getByRole('button',{name:'Select all shown'}).click();await p.getByRole('button',{name:/^Remove/}).click();await p.getByRole('dialog').waitFor();await p.waitForTimeout(800);await shot('review1');},
 set:async()=>{await p.goto(base+'/access?type=Vendor&entity=420');await p.waitForTimeout(1500);await p.getByRole('button',{name:'Select all shown'}).click();await p.getByRole('button',{name:/^Remove/}).click();await p.getByRole('dialog').waitFor();await p.getByRole('button',{name:/^Change \d/}).click();await p.waitForTimeout(400);await shot('set-400');await p.waitForTimeout(1200);await shot('set-1600');await p.waitForTimeout(6000);await shot('set-done');
   await p.getByRole('button',{name:/^Undo change set/}).click();await p.waitForTimeout(1200);await shot('set-undo-asked');await p.getByRole('button',{name:/^Undo \d/}).click();await p.waitForTimeout(9000);await shot('set-undone');
   await p.getByRole('link',{name:'The original change'}).click();await p.waitForTimeout(1500);await shot('set-original');await go('/changes','changes-after');await go('/access','access-after');},
 compare:async()=>{await p.goto(base+'/access');await p.waitForTimeout(1200);await p.getByRole('button',{name:/^Compare/}).first().click();await p.waitForTimeout(1500);await shot('compare');},
 compare2:()=>go('/access?compare=entities:200:100','compare2',2500),
 monthend:()=>go('/journal?by=BssiEntityID&across=PostingDate','groups'),
};
for(const [n,f] of Object.entries(steps)) if(!only||only.split(',').includes(n)) try{await f()}catch(e){console.log(n,String(e).slice(0,300));await shot(n+'-failed')}
await b.close();
