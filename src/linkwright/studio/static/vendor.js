/* Third-party code, written by `make vendor` from studio-vendor/entry.js; licences: vendor.LICENSES.txt */
var i2=Object.defineProperty;var r2=(n,e)=>{for(var t in e)i2(n,t,{get:e[t],enumerable:!0})};var Ot,hm,Bh,bs,Fh,Ac,fm,wc,dm,zh,Oh,pm,Yo=Symbol.for("pv"),Ec={},Cc=[],s2=/^m(i|n|o|s|text|space)$/,Rc=Array.isArray,Pc=Cc.slice,Ss=Object.assign;function ia(n){n&&n.parentNode&&n.remove()}function Zo(n,e,t){var i,r,s,a={},o=arguments.length;for(s in e)s=="key"?i=e[s]:s=="ref"&&typeof n!="function"?r=e[s]:a[s]=e[s];return o>2&&(a.children=o>3?Pc.call(arguments,2):t),Oa(n,a,i,r,null)}function a2(n,e,t){var i,r,s,a=Ss({},n.props),o=arguments.length;for(s in e)s=="key"?i=e[s]:s=="ref"&&typeof n.type!="function"?r=e[s]:a[s]=e[s];return o>2&&(a.children=o>3?Pc.call(arguments,2):t),Oa(n.type,a,i!==void 0?i:n.key,r!==void 0?r:n.ref,null)}function Oa(n,e,t,i,r){var s={type:n,props:e,key:t,ref:i,__k:null,__:null,__b:0,__e:null,__c:null,constructor:Yo,__v:r||++hm,__i:-1,__u:0};return!r&&Ot.vnode&&Ot.vnode(s),s}function o2(){return{current:null}}function ws(n){return n.children}function ra(n,e){this.props=n,this.context=e,this.__g=0}function Ms(n,e){if(e==null)return n.__&&Ms(n.__,n.__i+1);for(var t;e<n.__k.length;e++)if((t=n.__k[e])&&t.__e)return t.__e;return typeof n.type!="function"||n.props.__P?null:Ms(n)}function l2(n){var e,t=n.__v,i=t.__e,r=[],s=[],a=n.__P;a&&((e=Ss({constructor:Yo},t)).__v=t.__v+1,Ot.vnode&&Ot.vnode(e),Hh(a,e,t,n.__n,a.namespaceURI,32&t.__u?[i]:null,r,i||Ms(t),32&t.__u,s),e.__v=t.__v,e.__.__k[e.__i]=e,bm(r,e,s),t.__=t.__e=null,e.__e!=i&&mm(e))}function mm(n){if((n=n.__)&&n.__c&&!n.props.__P)return n.__e=null,n.__k.some(function(e){return e&&(n.__e=e.__e)}),mm(n)}function kh(n){(8&n.__g||(n.__g|=8,bs.push(n),Ac++))&&Fh==Ot.debounceRendering||((Fh=Ot.debounceRendering)||queueMicrotask)(gm)}function gm(){try{for(var n,e=1;bs.length;)bs.length>e&&bs.sort(fm),n=bs.shift(),e=bs.length,8&n.__g&&l2(n)}finally{(Ac=bs.length)&&(Fh||queueMicrotask)(gm)}}function vm(n,e,t,i,r,s,a,o,l,c,u){var h,f,d,v,b,g,m=i.__k||Cc,y=e.length;for(l=c2(t,e,m,l,y),h=0;h<y;h++)(d=t.__k[h])!=null&&(f=~d.__i&&m[d.__i]||Ec,d.__i=h,g=Hh(n,d,f,r,s,a,o,l,c,u),v=d.__e,(f.ref!=d.ref||8&f.__u)&&(f.ref&&Gh(f.ref,null,d,f),d.ref&&u.push(d.ref,d.__c||v,d)),b=b||v,4&d.__u?(l=_m(d,l,n,!f.__v),f.__e&&(f.__e=null)):typeof d.type=="function"&&g!==void 0?l=g:v&&(l=v.nextSibling),d.__u&=-21);return t.__e=b,l}function c2(n,e,t,i,r){var s,a,o,l,c,u,h,f,d,v=t.length,b=v,g=0,m=0,y=n.__k=Array(r);for(s=0;s<r;s++)(a=e[s])!=null&&typeof a!="boolean"&&typeof a!="function"?(typeof a!="object"||a.constructor===String?a=y[s]=Oa(null,a):Rc(a)?a=y[s]=Oa(ws,{children:a}):a.constructor===Yo&&a.__b?a=y[s]=Oa(a.type,a.props,a.key,a.ref,a.__v):y[s]=a,l=s+g,a.__=n,a.__b=n.__b+1,o=null,~(c=a.__i=u2(a,t,l,b))&&(b--,(o=t[c])&&(o.__u|=2)),o&&o.__v?(a.__u|=16,c==l-1?g--:c==l+1?g++:c!=l&&(c>l?g--:g++,m=1)):(~c||(r>v?g--:r<v&&g++),typeof a.type!="function"&&(a.__u|=4))):y[s]=null;if(m){for(u=[],h=[],s=0;s<r;s++)if((a=y[s])&&16&a.__u){for(g=0,f=u.length;g<f;)u[d=g+f>>1]<a.__i?g=d+1:f=d;u[g]=a.__i,h[s]=g+1}for(g=u.length;s--;)h[s]&&(h[s]==g?g--:y[s].__u|=4)}if(b)for(s=0;s<v;s++)!(o=t[s])||2&o.__u||(o.__e==i&&(i=Ms(o)),Vh(o,o));return i}function _m(n,e,t,i){var r,s,a,o;if(typeof n.type=="function"){if(n.props.__P)return e;if(r=n.__k)for(s=0;s<r.length;s++)r[s]&&(r[s].__=n,e=_m(r[s],e,t,!1));return e}for(e&&!e.parentNode&&(e=Ms(n))&&!e.parentNode&&(e=null),a=n.__e,o=e;o&&o.nodeType==8;)o=o.nextSibling;for(a!=o&&(!i&&t.moveBefore&&a.parentNode?t.moveBefore(a,e):t.insertBefore(a,e||null)),e=a;(e=e&&e.nextSibling)&&e.nodeType==8&&!e.data.startsWith("$s"););return e}function xm(n,e){return e=e||[],n!=null&&typeof n!="boolean"&&(Rc(n)?n.some(function(t){xm(t,e)}):e.push(n)),e}function u2(n,e,t,i){var r,s=n.key,a=n.type,o=e[t],l=o&&!(2&o.__u);if(o===null&&s==null||l&&s==o.key&&a==o.type)return t;if(i>(l?1:0)){for(r=t-1;r>=0;r--)if((o=e[r])&&!(2&o.__u)&&s==o.key&&a==o.type)return r;for(r=t+1;r<e.length;r++)if((o=e[r])&&!(2&o.__u)&&s==o.key&&a==o.type)return r}return-1}function um(n,e,t){t==null&&(t=""),e[0]=="-"?n.setProperty(e,t):n[e]=t}function Mc(n,e,t,i,r){var s,a;if(e=="style")if(typeof t=="string")n.style.cssText=t;else{if(typeof i=="string"&&(n.style.cssText=i=""),i)for(e in i)t&&e in t||um(n.style,e);if(t)for(e in t)i&&t[e]==i[e]||um(n.style,e,t[e])}else if(e[0]=="o"&&e[1]=="n")typeof t!="function"&&(t=null),typeof i!="function"&&(i=null),(n.__e||(n.__e={}))[e]=t,t&&i||(a=Oh[e]||(Oh[e]=h2(e)),(n.__a||(n.__a={}))[e]=zh,s=e!=(e=e.replace(dm,"$1")),(e=e.slice(2))[0]<"a"&&(e=e.toLowerCase()),t?n.addEventListener(e,a,s):n.removeEventListener(e,a,s));else{if(r=="http://www.w3.org/2000/svg")e=e.replace(/xlink(H|:h)/,"h").replace(/sName$/,"s");else if(e!="width"&&e!="height"&&e!="href"&&e!="list"&&e!="form"&&e!="tabIndex"&&e!="download"&&e!="rowSpan"&&e!="colSpan"&&e!="role"&&e!="popover"&&e in n)try{return void(n[e]=t??"")}catch{}if(typeof t=="function")return;t==null||t===!1&&e[4]!="-"?n.removeAttribute(e):n.setAttribute(e,e=="popover"&&t==1?"":t)}}function h2(n){return function(e){var t=this.__e;if(t){if(t=t[n],e[wc]==null)e[wc]=zh++;else if(e[wc]<this.__a[n])return;return t(Ot.event?Ot.event(e):e)}}}function Hh(n,e,t,i,r,s,a,o,l,c){var u,h,f,d,v,b,g,m,y,P,M,D,R,x,A,H,F,U,W=e.type;if(e.constructor!==Yo)return null;128&t.__u&&(l=32&t.__u,u=t.__c.__z)&&(e.__u|=l,h=s=[],u.nodeType==8?o=Tc(u,s):s.push(u),o=s[0]||o),(u=Ot.__b)&&u(e);e:if(typeof W=="function"){f=a.length;try{if(m=e.props,y=(u=W.prototype)&&u.render,P=(u=W.contextType)&&i[u.__c],M=u?P?P.props.value:u.__:i,(d=t.__c)?(e.__c=d,2&d.__g&&(d.__g|=1)):(y?e.__c=d=new W(m,M):(e.__c=d=new ra(m,M),d.constructor=W,d.render=d2),P&&P.sub(d),d.state||(d.state={}),d.__n=i,d.__g|=8,d.__h=[],d.__k=[]),y&&(d.__s||(d.__s=d.state),W.getDerivedStateFromProps&&(d.__s==d.state&&(d.__s=Ss({},d.__s)),Ss(d.__s,W.getDerivedStateFromProps(m,d.__s)))),v=d.props,b=d.state,d.__v=e,t.__c){if(m!==v&&y&&!W.getDerivedStateFromProps&&d.componentWillReceiveProps&&d.componentWillReceiveProps(m,M),e.__v==t.__v&&!(8&d.__g)||!(4&d.__g)&&d.shouldComponentUpdate&&d.shouldComponentUpdate(m,d.__s,M)===!1){e.__v!=t.__v&&(d.props=m,d.state=d.__s,d.__g&=-9),e.__e=t.__e,e.__k=t.__k,e.__k.some(function(J){J&&(J.__=e)}),Cc.push.apply(d.__h,d.__k),d.__k=[],d.__h.length&&a.push(d),o=Ms(t);break e}d.componentWillUpdate&&d.componentWillUpdate(m,d.__s,M),y&&d.componentDidUpdate&&d.__h.push(function(){d.componentDidUpdate(v,b,g)})}else y&&!W.getDerivedStateFromProps&&d.componentWillMount&&d.componentWillMount(),y&&d.componentDidMount&&d.__h.push(d.componentDidMount);d.context=M,d.props=m,d.__P=n,d.__g&=-5,D=Ot.__r,R=y?25:0;do d.__g&=-9,D&&D(e),u=d.render(d.props,d.state=d.__s,d.context);while(8&d.__g&&++R<25);y&&(Cc.push.apply(d.__h,d.__k),d.__k=[]),d.state=d.__s,d.getChildContext&&(i=Ss({},i,d.getChildContext())),y&&t.__c&&d.getSnapshotBeforeUpdate&&(g=d.getSnapshotBeforeUpdate(v,b)),x=u&&u.type===ws&&u.key==null?u.props.children:u,m.__P&&(u=o,r=(n=m.__P).namespaceURI,l=s=null,t.props&&t.props.__P!=n&&(t.__k.some(function(J){J&&Vh(J,J)}),t.__k=null),o=t.__k?Ms(t,0):null),o=vm(n,Rc(x)?x:[x],e,t,i,r,s,a,o,l,c),m.__P&&(e.__e=null,o=u),e.__u&=-161,h&&h.some(ia),d.__h.length&&a.push(d),1&d.__g&&(d.__g&=-4)}catch(J){if(a.length=f,e.__v=null,l||s)if(J&&J.then){if(e.__u|=128|l,s){for(~(F=s.indexOf(o||void 0))||(F=s.length);(U=s[F-1])&&U.nodeType==8;)F--;for(;F<s.length;F++)if(U=s[F])if(s[F]=null,A){if(U==H)break}else{if(U.nodeType!=8)break;U.data.startsWith("$s")&&(H=Tc(A=U))}}if(!A){for(;o&&o.nodeType==8&&o.nextSibling;)o=o.nextSibling;A=o}(u=Tc(A=e.__c.__z||(e.__c.__z=A)))?(e.__e=A,o=u):e.__e=o,o=o&&o.nextSibling}else s&&s.some(ia);else e.__e=t.__e;e.__k||(e.__k=t.__k||[]),J&&J.then||ym(e),Ot.__e(J,e,t)}}else o=e.__e=f2(t.__e,e,t,i,r,s,a,l,c,n);return(u=Ot.diffed)&&u(e),o}function Tc(n,e){if(n&&n.nodeType==8&&n.data.startsWith("$s"))for(var t=1;n=n.nextSibling;){if(n.nodeType==8){if(n.data.startsWith("$s"))t++;else if(n.data.startsWith("/$s")&&!--t)return n}e&&e.push(n)}}function ym(n){n&&(n.__c&&(n.__c.__g|=4),n.__k&&n.__k.some(ym))}function bm(n,e,t){for(var i=0;i<t.length;)Gh(t[i++],t[i++],t[i++]);Ot.__c&&Ot.__c(e,n),n.some(function(r){try{n=r.__h,r.__h=[],n.some(function(s){s.call(r)})}catch(s){Ot.__e(s,r.__v)}})}function f2(n,e,t,i,r,s,a,o,l,c){var u,h,f,d,v,b,g,m,y=t.props||Ec,P=e.props,M=e.type;if(M=="svg"?r="http://www.w3.org/2000/svg":M=="math"?r="http://www.w3.org/1998/Math/MathML":r||(r="http://www.w3.org/1999/xhtml"),s){for(u=0;u<s.length;u++)if((v=s[u])&&(M?v.localName==M:v.nodeType==3)){n=v,s[u]=null;break}}if(!n){if(m=c.ownerDocument||document,!M)return m.createTextNode(P);n=m.createElementNS(r,M,P.is?P:c),o&&(Ot.__m&&Ot.__m(e,s),o=!1),s=null}if(M){if(c=M=="template"&&n.content||n,s=M=="textarea"&&P.defaultValue!=null?null:s&&Pc.call(c.childNodes),!o&&s)for(y={},u=0;u<n.attributes.length;u++)y[(v=n.attributes[u]).name]=v.value;for(u in y)v=y[u],u=="dangerouslySetInnerHTML"?f=v:u=="children"||u in P||u=="value"&&"defaultValue"in P||u=="checked"&&"defaultChecked"in P||Mc(n,u,null,v,r);for(u in P)v=P[u],u=="children"?d=v:u=="dangerouslySetInnerHTML"?h=v:u=="value"?b=v:u=="checked"?g=v:o&&typeof v!="function"||y[u]===v||Mc(n,u,v,y[u],r);h?(o||f&&(h.__html==f.__html||h.__html==n.innerHTML)||(n.innerHTML=h.__html),e.__k=[]):(f&&(n.textContent=""),(M=="foreignObject"||r=="http://www.w3.org/1998/Math/MathML"&&s2.test(M))&&(r="http://www.w3.org/1999/xhtml"),vm(c,Rc(d)?d:[d],e,t,i,r,s,a,s?s[0]:t.__k&&Ms(t,0),o,l),s&&s.some(ia)),o&&M!="textarea"||(u="value",M=="progress"&&b==null?n.removeAttribute(u):b==null||b===n[u]&&(M!="progress"||b)||Mc(n,u,b,y[u],r),u="checked",g!=null&&g!=n[u]&&Mc(n,u,g,y[u],r))}else y===P||o&&n.data==P||(n.data=P);return n}function Gh(n,e,t,i){try{typeof n=="function"?e?e.__x=n(e)||1:i&&(i=i.__c||i.__e)&&(e=i.__x)&&(i.__x=null,typeof e=="function"?e():n(null)):n.current=e}catch(r){Ot.__e(r,t)}}function Vh(n,e,t){var i,r,s,a;if(Ot.unmount&&Ot.unmount(n),!(i=n.ref)||i.current&&i.current!=n.__e||Gh(i,null,e,n),i=n.__c){if(i.componentWillUnmount)try{i.componentWillUnmount()}catch(o){Ot.__e(o,e)}i.__P=i.__n=null}if(i=n.__k)for(a=0;a<i.length;a++)i[a]&&Vh(i[a],e,typeof n.type!="function"||t&&!n.props.__P);!t&&(i=n.__c)&&(i=i.__z)&&(r=Tc(i,s=[]))&&(i==n.__e&&s.some(ia),ia(r),ia(i)),t||ia(n.__e),n.__e=n.__c=n.__=null}function d2(n,e,t){return this.constructor(n,t)}function Sm(n,e){var t,i,r,s;Ot.__&&Ot.__(n,e),e.nodeType==9&&(e=e.documentElement),i=(t=n&&32&n.__u)?null:e.__k,e.__k=Oa(ws,{children:[n]}),r=[],s=[],Hh(e,e.__k,i||Ec,Ec,e.namespaceURI,i?null:e.firstChild?Pc.call(e.childNodes):null,r,i?i.__e:e.firstChild,t,s),bm(r,e.__k,s),e.__k.props.children=null}function p2(n,e){n&&typeof n=="object"&&(n.__u|=32),Sm(n,e)}function m2(n){function e(t){var i,r;return this.getChildContext||(i=new Set,(r={})[e.__c]=this,this.getChildContext=function(){return r},this.shouldComponentUpdate=function(s){this.props.value!=s.value&&i.forEach(function(a){a.__g|=4,kh(a)})},this.sub=function(s){i.add(s);var a=s.componentWillUnmount;s.componentWillUnmount=function(){i.delete(s),a&&a.call(s)}}),t.children}return e.__c="__cC"+pm++,e.__=n,e.Provider=(e.Consumer=function(t,i){return t.children(i)}).contextType=e,e}Ot={__e:function(n,e,t,i){for(var r,s,a;e=e.__;)if((r=e.__c)&&!(1&r.__g)){r.__g|=4;try{if((a=(s=r.constructor)&&s.getDerivedStateFromError)&&r.setState(s.getDerivedStateFromError(n)),r.componentDidCatch&&(r.componentDidCatch(n,i||{}),a=1),a&&8&r.__g)return void(r.__g|=2)}catch(o){n=o}}throw Ac=0,n}},hm=0,Bh=function(n){return n!=null&&n.constructor===Yo},ra.prototype.setState=function(n,e){var t=this.__s;t&&t!=this.state||(t=this.__s=Ss({},this.state)),typeof n=="function"&&(n=n(Ss({},t),this.props)),n&&(Ss(t,n),this.__v&&(e&&this.__k.push(e),kh(this)))},ra.prototype.forceUpdate=function(n){this.__v&&(this.__g|=4,n&&this.__h.push(n),kh(this))},ra.prototype.render=ws,bs=[],Ac=0,fm=function(n,e){return n.__v.__b-e.__v.__b},wc=Symbol(),dm=/(PointerCapture)$|Capture$/i,zh=0,Oh={},pm=0;var wm=function(n,e,t,i){var r;e[0]=0;for(var s=1;s<e.length;s++){var a=e[s++],o=e[s]?(e[0]|=a?1:2,t[e[s++]]):e[++s];a===3?i[0]=o:a===4?i[1]=Object.assign(i[1]||{},o):a===5?(i[1]=i[1]||{})[e[++s]]=o:a===6?i[1][e[++s]]+=o+"":a?(r=n.apply(o,wm(n,o,t,["",null])),i.push(r),o[0]?e[0]|=2:(e[s-2]=0,e[s]=r)):i.push(o)}return i},Mm=new Map;function Tm(n){var e=Mm.get(this);return e||(e=new Map,Mm.set(this,e)),(e=wm(this,e.get(n)||(e.set(n,e=(function(t){for(var i,r,s=1,a="",o="",l=[0],c=function(f){s===1&&(f||(a=a.replace(/^\s*\n\s*|\s*\n\s*$/g,"")))?l.push(0,f,a):s===3&&(f||a)?(l.push(3,f,a),s=2):s===2&&a==="..."&&f?l.push(4,f,0):s===2&&a&&!f?l.push(5,0,!0,a):s>=5&&((a||!f&&s===5)&&(l.push(s,0,a,r),s=6),f&&(l.push(s,f,0,r),s=6)),a=""},u=0;u<t.length;u++){u&&(s===1&&c(),c(u));for(var h=0;h<t[u].length;h++)i=t[u][h],s===1?i==="<"?(c(),l=[l],s=3):a+=i:s===4?a==="--"&&i===">"?(s=1,a=""):a=i+a[0]:o?i===o?o="":a+=i:i==='"'||i==="'"?o=i:i===">"?(c(),s=1):s&&(i==="="?(s=5,r=a,a=""):i==="/"&&(s<5||t[u][h+1]===">")?(c(),s===3&&(l=l[0]),s=l,(l=l[0]).push(2,0,s),s=0):i===" "||i==="	"||i===`
`||i==="\r"?(c(),s=2):a+=i),s===3&&a==="!--"&&(s=4,l=l[0])}return c(),l})(n)),e),arguments,[])).length>1?e:e[0]}var Ts,_n,Wh,Am,qh=Object.is,Jo=0,Um=[],Xh=[],Ln=Ot,Em=Ln.__b,Cm=Ln.__r,Rm=Ln.diffed,Pm=Ln.__c,Im=Ln.unmount,Dm=Ln.__;function ka(n,e){Ln.__h&&Ln.__h(_n,n,Jo||e),Jo=0;var t=_n.__H||(_n.__H={__:[],__h:[]});return n>=t.__.length&&t.__.push({}),t.__[n]}function g2(n){return Jo=1,Fm(Om,n)}function Fm(n,e,t){var i=ka(Ts++,2);if(i.t=n,!i.__c&&(i.__=[t?t(e):Om(void 0,e),function(s){var a=(i.__N||i.__)[0],o=i.t(a,s);qh(a,o)||(i.__N=[o,i.__[1]],i.__c.setState({}))}],i.__c=_n,!_n.__f)){_n.__f=!0;var r=_n.shouldComponentUpdate;_n.shouldComponentUpdate=function(s,a,o){var l=this.__H;if(!l)return!0;var c=!1,u=this.props!=s;if(l.__.some(function(f){f.__N&&(c=!0,qh(f.__[0],f.__N[0])||(u=!0))}),r){var h=r.call(this,s,a,o);return c?h||u:h}return!c||u}}return i.__}function Zh(n,e){var t=ka(Ts++,3);!Ln.__s&&$h(t.__H,e)&&(t.__P=!0,t.__=n,t.u=e,_n.__H.__h.push(t))}function v2(n,e){var t=ka(Ts++,4);!Ln.__s&&$h(t.__H,e)&&(t.__P=!1,t.__=n,t.u=e,_n.__h.push(t))}function Ic(n){return Jo=5,sa(function(){return{current:n}},[])}function sa(n,e){var t=ka(Ts++,7);return $h(t.__H,e)&&(t.__=n(),t.__H=e),t.__}function _2(n,e){return Jo=8,sa(function(){return n},e)}function x2(n){var e=_n.context[n.__c],t=ka(Ts++,9);return t.c=n,e?(t.__==null&&(t.__=!0,e.sub(_n)),e.props.value):n.__}function y2(){var n=ka(Ts++,11);if(!n.__){for(var e=_n.__v;!e.__m&&e.__;)e=e.__;var t=e.__m||(e.__m=[0,0]);n.__="P"+t[0]+"-"+t[1]++}return n.__}function b2(){var n;do{for(;n=Xh.shift();)try{$o(n)}catch(t){Ln.__e(t,{__:(n=n.__P)&&n.__v})}for(;n=Um.shift();){var e=n.__H;if(n.__P&&e)try{e.__h.some($o),e.__h.some(Yh),e.__h=[]}catch(t){e.__h=[],Ln.__e(t,n.__v)}}}while(Xh.length)}Ln.__b=function(n){_n=null,Em&&Em(n)},Ln.__=function(n,e){n&&e.__k&&e.__k.__m&&(n.__m=e.__k.__m),Dm&&Dm(n,e)},Ln.__r=function(n){Cm&&Cm(n),Ts=0;var e=(_n=n.__c).__H;e&&(Wh==_n?_n.__h=[]:(e.__h.some($o),e.__h.some(Yh),Ts=0),e.__h=[],e.__.some(function(t){t.__N&&(t.__=t.__N),t.u=t.__N=void 0})),Wh=_n},Ln.diffed=function(n){Rm&&Rm(n);var e=n.__c;e&&e.__H&&(e.__H.__h.length&&Nm(Um.push(e)),e.__H.__.some(function(t){t.u&&(t.__H=t.u)})),Wh=_n=null},Ln.__c=function(n,e){e.some(function(t){try{t.__h.some($o),t.__h=t.__h.filter(function(i){return!i.__||Yh(i)})}catch(i){t.__h=[function(){throw i}]}}),Pm&&Pm(n,e)},Ln.unmount=function(n){Im&&Im(n);var e,t,i=n.__c;i&&i.__H&&(i.__H.__.some(function(r){try{if(r.__P&&r.__c){if(t===void 0){for(t=n.__;t&&(!t.__c||!t.__c.__P);)t=t.__;t=t&&t.__c}r.__P=t,Nm(Xh.push(r))}else $o(r)}catch(s){e=s}}),i.__H=void 0,e&&Ln.__e(e,i.__v))};var Lm=typeof requestAnimationFrame=="function";function S2(n){var e,t=function(){clearTimeout(i),Lm&&cancelAnimationFrame(e),setTimeout(n)},i=setTimeout(t,35);Lm&&(e=requestAnimationFrame(t))}function Nm(n){n!=1&&Am==Ln.requestAnimationFrame||((Am=Ln.requestAnimationFrame)||S2)(b2)}function $o(n){var e=_n,t=n.__c;typeof t=="function"&&(n.__c=void 0,t()),_n=e}function Yh(n){var e=_n;n.__c=n.__(),_n=e}function $h(n,e){return!n||n.length!=e.length||e.some(function(t,i){return!qh(t,n[i])})}function Om(n,e){return typeof e=="function"?e(n):e}var M2=Symbol.for("preact-signals");function Uc(){if($r>1)$r--;else{var n,e=!1;for((function(){var r=Lc;for(Lc=void 0;r!==void 0;){var s=r.S;if(s.v===r.v)for(var a=s.t;a!==void 0;a=a.x)a.i===r.i&&(a.i=s.i);r=r.o}})();jo!==void 0;){var t=jo;for(jo=void 0,Dc++;t!==void 0;){var i=t.u;if(t.u=void 0,t.f&=-3,!(8&t.f)&&Bm(t))try{t.c()}catch(r){e||(n=r,e=!0)}t=i}}if(Dc=0,$r--,e)throw n}}function Qo(n){if($r>0)return n();Jh=++w2,$r++;try{return n()}finally{Uc()}}var Ko,pn=void 0;function Ba(n){var e=pn,t=Ko;pn=void 0,Ko=void 0;try{return n()}finally{pn=e,Ko=t}}var jo=void 0,$r=0,Dc=0,w2=0,Jh=0,Lc=void 0,Nc=0;function km(n){if(pn!==void 0){var e=n.n;if(e===void 0||e.t!==pn)return e={i:0,S:n,p:pn.s,n:void 0,t:pn,e:void 0,x:void 0,r:e},pn.s!==void 0&&(pn.s.n=e),pn.s=e,n.n=e,32&pn.f&&n.S(e),e;if(e.i===-1)return e.i=0,e.n!==void 0&&(e.n.p=e.p,e.p!==void 0&&(e.p.n=e.n),e.p=pn.s,e.n=void 0,pn.s.n=e,pn.s=e),e}}function Bn(n,e){this.v=n,this.i=0,this.n=void 0,this.t=void 0,this.l=0,this.W=e?.watched,this.Z=e?.unwatched,this.name=e?.name}Bn.prototype.brand=M2;Bn.prototype.h=function(){return!0};Bn.prototype.S=function(n){var e=this,t=this.t;t!==n&&n.e===void 0&&(n.x=t,this.t=n,t!==void 0?t.e=n:Ba(function(){var i;(i=e.W)==null||i.call(e)}))};Bn.prototype.U=function(n){var e=this;if(this.t!==void 0){var t=n.e,i=n.x;t!==void 0&&(t.x=i,n.e=void 0),i!==void 0&&(i.e=t,n.x=void 0),n===this.t&&(this.t=i,i===void 0&&Ba(function(){var r;(r=e.Z)==null||r.call(e)}))}};Bn.prototype.subscribe=function(n){var e=this;return Jr(function(){var t=e.value;Ba(function(){return n(t)})},{name:"sub"})};Bn.prototype.valueOf=function(){return this.value};Bn.prototype.toString=function(){return this.value+""};Bn.prototype.toJSON=function(){return this.value};Bn.prototype.peek=function(){var n=this;return Ba(function(){return n.value})};Object.defineProperty(Bn.prototype,"value",{get:function(){var n=km(this);return n!==void 0&&(n.i=this.i),this.v},set:function(n){if(n!==this.v){if(Dc>100)throw new Error("Cycle detected");(function(t){$r!==0&&Dc===0&&t.l!==Jh&&(t.l=Jh,Lc={S:t,v:t.v,i:t.i,o:Lc})})(this),this.v=n,this.i++,Nc++,$r++;try{for(var e=this.t;e!==void 0;e=e.x)e.t.N()}finally{Uc()}}}});function el(n,e){return new Bn(n,e)}function Bm(n){for(var e=n.s;e!==void 0;e=e.n)if(e.S.i!==e.i||!e.S.h()||e.S.i!==e.i)return!0;return!1}function zm(n){for(var e=n.s;e!==void 0;e=e.n){var t=e.S.n;if(t!==void 0&&(e.r=t),e.S.n=e,e.i=-1,e.n===void 0){n.s=e;break}}}function Hm(n){for(var e=n.s,t=void 0;e!==void 0;){var i=e.p;e.i===-1?(e.S.U(e),i!==void 0&&(i.n=e.n),e.n!==void 0&&(e.n.p=i)):t=e,e.S.n=e.r,e.r!==void 0&&(e.r=void 0),e=i}n.s=t}function aa(n,e){Bn.call(this,void 0,e),this.x=n,this.s=void 0,this.g=Nc-1,this.f=4}aa.prototype=new Bn;aa.prototype.h=function(){if(this.f&=-3,1&this.f)return!1;if((36&this.f)==32||(this.f&=-5,this.g===Nc))return!0;if(this.g=Nc,this.f|=1,this.i>0&&!Bm(this))return this.f&=-2,!0;var n=pn;try{zm(this),pn=this;var e=this.x();(16&this.f||this.v!==e||this.i===0)&&(this.v=e,this.f&=-17,this.i++)}catch(t){this.v=t,this.f|=16,this.i++}return pn=n,Hm(this),this.f&=-2,!0};aa.prototype.S=function(n){if(this.t===void 0){this.f|=36;for(var e=this.s;e!==void 0;e=e.n)e.S.S(e)}Bn.prototype.S.call(this,n)};aa.prototype.U=function(n){if(this.t!==void 0&&(Bn.prototype.U.call(this,n),this.t===void 0)){this.f&=-33;for(var e=this.s;e!==void 0;e=e.n)e.S.U(e)}};aa.prototype.N=function(){if(!(2&this.f)){this.f|=6;for(var n=this.t;n!==void 0;n=n.x)n.t.N()}};Object.defineProperty(aa.prototype,"value",{get:function(){if(1&this.f)throw new Error("Cycle detected");var n=km(this);if(this.h(),n!==void 0&&(n.i=this.i),16&this.f)throw this.v;return this.v}});function za(n,e){return new aa(n,e)}function Gm(n){var e=n.j;if(n.j=void 0,typeof e=="function"){$r++;var t=pn;pn=void 0;try{e()}catch(i){throw n.f&=-2,n.f|=8,Kh(n),i}finally{pn=t,Uc()}}}function Kh(n){for(var e=n.s;e!==void 0;e=e.n)e.S.U(e);n.x=void 0,n.s=void 0,Gm(n)}function T2(n){if(pn!==this)throw new Error("Out-of-order effect");Hm(this),pn=n,this.f&=-2;try{8&this.f&&Kh(this)}finally{Uc()}}function Ha(n,e){this.x=n,this.j=void 0,this.s=void 0,this.u=void 0,this.f=32,this.name=e?.name,Ko&&Ko.push(this)}Ha.prototype.c=function(){var n=this.S();try{if(8&this.f||this.x===void 0)return;var e=this.x();typeof e=="function"&&(this.j=e)}finally{n()}};Ha.prototype.S=function(){if(1&this.f)throw new Error("Cycle detected");this.f|=1,this.f&=-9,Gm(this),zm(this),$r++;var n=pn;return pn=this,T2.bind(this,n)};Ha.prototype.N=function(){2&this.f||(this.f|=2,this.u=jo,jo=this)};Ha.prototype.d=function(){this.f|=8,1&this.f||Kh(this)};Ha.prototype.dispose=function(){this.d()};function Jr(n,e){var t=new Ha(n,e);try{t.c()}catch(r){throw t.d(),r}var i=t.d.bind(t);return i[Symbol.dispose]=i,i}var jh,Ga,Fc,A2=typeof window<"u"&&!!window.__PREACT_SIGNALS_DEVTOOLS__,Vm=[],Wm=[];Jr(function(){jh=this.N})();function Va(n,e){Ot[n]=e.bind(null,Ot[n]||function(){})}function tl(n){if(Fc){var e=Fc;Fc=void 0,e()}Fc=n&&n.S()}function qm(n){var e=this,t=n.data,i=Xm(t);i.name="ReactiveDom",i.value=t;var r=sa(function(){for(var o=e,l=e.__v;l=l.__;)if(l.__c){l.__c.__$f|=4;break}var c=za(function(){var d=i.value.value;return d===0?0:d===!0?"":d||""}),u=za(function(){return!Array.isArray(c.value)&&!Bh(c.value)}),h=Jr(function(){if(this.N=Ym,u.value){var d=c.value;o.__v&&o.__v.__e&&o.__v.__e.nodeType===3&&(o.__v.__e.data=d)}}),f=e.__$u.d;return e.__$u.d=function(){h(),f.call(this)},[u,c]},[]),s=r[0],a=r[1];return s.value?a.peek():a.value}qm.displayName="ReactiveTextNode";Object.defineProperties(Bn.prototype,{constructor:{configurable:!0,value:Zo(ws,null).constructor},type:{configurable:!0,value:qm},props:{configurable:!0,get:function(){var n=this;return{data:{get value(){return n.value}}}}},__b:{configurable:!0,value:1}});Va("__b",function(n,e){if(tl(),Ga=void 0,typeof e.type=="string"){var t,i=e.props;for(var r in i)if(r!=="children"){var s=i[r];s instanceof Bn&&(t||(e.__np=t={}),t[r]=s,i[r]=s.peek())}}n(e)});Va("__r",function(n,e){if(n(e),e.type!==ws){tl();var t,i=e.__c;i&&(i.__$f&=-2,(t=i.__$u)===void 0&&(i.__$u=t=(function(r,s){var a;return Jr(function(){a=this},{name:s}),a.c=r,a})((function(r){return function(){var s;A2&&((s=this.y)==null||s.call(this)),r.__$f|=1,r.setState({})}})(i),typeof e.type=="function"?e.type.displayName||e.type.name:""))),Ga=i,tl(t)}});Va("__e",function(n,e,t,i){tl(),Ga=void 0,n(e,t,i)});Va("diffed",function(n,e){tl(),Ga=void 0;var t;if(typeof e.type=="string"&&(t=e.__e)){var i=e.__np,r=e.props,s=t.U;if(s)for(var a in s){var o=s[a];o===void 0||i&&a in i||(o.d(),s[a]=void 0)}if(i){s||(s={},t.U=s);for(var l in i){var c=s[l],u=i[l];c===void 0?(c=E2(t,l,u,r),s[l]=c):c.o(u,r)}}}n(e)});function E2(n,e,t,i){var r=e in n&&n.ownerSVGElement===void 0,s=el(t);return{o:function(a,o){s.value=a,i=o},d:Jr(function(){this.N=Ym;var a=s.value.value;i[e]!==a&&(i[e]=a,r?n[e]=a:a!=null&&(a!==!1||e[4]==="-")?n.setAttribute(e,a):n.removeAttribute(e))})}}Va("unmount",function(n,e){if(typeof e.type=="string"){var t=e.__e;if(t){var i=t.U;if(i){t.U=void 0;for(var r in i){var s=i[r];s&&s.d()}}}var a=e.__np;if(a){var o=e.props;for(var l in a)o[l]=a[l]}e.__np=void 0}else{var c=e.__c;if(c){c.__$f|=8;var u=c.__$u;u&&(c.__$u=void 0,u.d())}}n(e)});Va("__h",function(n,e,t,i){i<3&&(e.__$f|=2),n(e,t,i)});ra.prototype.shouldComponentUpdate=function(n,e){if(this.__R)return!0;var t=this.__$u,i=t&&t.s!==void 0;for(var r in e)return!0;if(this.__f||typeof this.u=="boolean"&&this.u===!0){var s=2&this.__$f;if(!(i||s||4&this.__$f)||1&this.__$f)return!0}else if(!(i||4&this.__$f)||3&this.__$f)return!0;for(var a in n)if(a!=="__source"&&n[a]!==this.props[a])return!0;for(var o in this.props)if(!(o in n))return!0;return!1};function Xm(n,e){return sa(function(){return el(n,e)},[])}function C2(n,e){var t=Ic(n);return t.current=n,Ga.__$f|=4,sa(function(){return za(function(){return t.current()},e)},[])}var R2=typeof requestAnimationFrame>"u"?setTimeout:function(n){var e=function(){clearTimeout(t),cancelAnimationFrame(i),n()},t=setTimeout(e,35),i=requestAnimationFrame(e)},P2=function(n){queueMicrotask(function(){queueMicrotask(n)})};function I2(){Qo(function(){for(var n;n=Vm.shift();)jh.call(n)})}function D2(){Vm.push(this)===1&&(Ot.requestAnimationFrame||R2)(I2)}function L2(){Qo(function(){for(var n;n=Wm.shift();)jh.call(n)})}function Ym(){Wm.push(this)===1&&(Ot.requestAnimationFrame||P2)(L2)}function N2(n,e){var t=Ic(n);t.current=n;var i=Ga;Zh(function(){return Jr(function(){if(this.N=D2,!(i&&8&i.__$f))return t.current()},e)},[])}var Se=class n extends Error{constructor(e,t){var i="KaTeX parse error: "+e,r,s,a=t&&t.loc;if(a&&a.start<=a.end){var o=a.lexer.input;r=a.start,s=a.end,r===o.length?i+=" at end of input: ":i+=" at position "+(r+1)+": ";var l=o.slice(r,s).replace(/[^]/g,"$&̲"),c;r>15?c="…"+o.slice(r-15,r):c=o.slice(0,r);var u;s+15<o.length?u=o.slice(s,s+15)+"…":u=o.slice(s),i+=c+l+u}super(i),this.name="ParseError",this.position=void 0,this.length=void 0,this.rawMessage=void 0,Object.setPrototypeOf(this,n.prototype),this.position=r,r!=null&&s!=null&&(this.length=s-r),this.rawMessage=e}},U2=/([A-Z])/g,F2=n=>n.replace(U2,"-$1").toLowerCase(),O2={"&":"&amp;",">":"&gt;","<":"&lt;",'"':"&quot;","'":"&#x27;"},k2=/[&><"']/g,li=n=>String(n).replace(k2,e=>O2[e]),Xc=n=>n.type==="ordgroup"||n.type==="color"?n.body.length===1?Xc(n.body[0]):n:n.type==="font"?Xc(n.body):n,B2=new Set(["mathord","textord","atom"]),es=n=>B2.has(Xc(n).type),z2=n=>{var e=/^[\x00-\x20]*([^\\/#?]*?)(:|&#0*58|&#x0*3a|&colon)/i.exec(n);return e?e[2]!==":"||!/^[a-zA-Z][a-zA-Z0-9+\-.]*$/.test(e[1])?null:e[1].toLowerCase():"_relative"},df={displayMode:{type:"boolean",description:"Render math in display mode, which puts the math in display style (so \\int and \\sum are large, for example), and centers the math on the page on its own line.",cli:"-d, --display-mode"},output:{type:{enum:["htmlAndMathml","html","mathml"]},description:"Determines the markup language of the output.",cli:"-F, --format <type>"},leqno:{type:"boolean",description:"Render display math in leqno style (left-justified tags)."},fleqn:{type:"boolean",description:"Render display math flush left."},throwOnError:{type:"boolean",default:!0,cli:"-t, --no-throw-on-error",cliDescription:"Render errors (in the color given by --error-color) instead of throwing a ParseError exception when encountering an error."},errorColor:{type:"string",default:"#cc0000",cli:"-c, --error-color <color>",cliDescription:"A color string given in the format 'rgb' or 'rrggbb' (no #). This option determines the color of errors rendered by the -t option.",cliProcessor:n=>"#"+n},macros:{type:"object",cli:"-m, --macro <def>",cliDescription:"Define custom macro of the form '\\foo:expansion' (use multiple -m arguments for multiple macros).",cliDefault:[],cliProcessor:(n,e)=>(e.push(n),e)},minRuleThickness:{type:"number",description:"Specifies a minimum thickness, in ems, for fraction lines, `\\sqrt` top lines, `{array}` vertical lines, `\\hline`, `\\hdashline`, `\\underline`, `\\overline`, and the borders of `\\fbox`, `\\boxed`, and `\\fcolorbox`.",processor:n=>Math.max(0,n),cli:"--min-rule-thickness <size>",cliProcessor:parseFloat},colorIsTextColor:{type:"boolean",description:"Makes \\color behave like LaTeX's 2-argument \\textcolor, instead of LaTeX's one-argument \\color mode change.",cli:"-b, --color-is-text-color"},strict:{type:[{enum:["warn","ignore","error"]},"boolean","function"],description:"Turn on strict / LaTeX faithfulness mode, which throws an error if the input uses features that are not supported by LaTeX.",cli:"-S, --strict",cliDefault:!1},trust:{type:["boolean","function"],description:"Trust the input, enabling all HTML features such as \\url.",cli:"-T, --trust"},maxSize:{type:"number",default:1/0,description:"If non-zero, all user-specified sizes, e.g. in \\rule{500em}{500em}, will be capped to maxSize ems. Otherwise, elements and spaces can be arbitrarily large",processor:n=>Math.max(0,n),cli:"-s, --max-size <n>",cliProcessor:parseInt},maxExpand:{type:"number",default:1e3,description:"Limit the number of macro expansions to the specified number, to prevent e.g. infinite macro loops. If set to Infinity, the macro expander will try to fully expand as in LaTeX.",processor:n=>Math.max(0,n),cli:"-e, --max-expand <n>",cliProcessor:n=>n==="Infinity"?1/0:parseInt(n)},globalGroup:{type:"boolean",cli:!1}};function H2(n){if(typeof n!="string")return n.enum[0];switch(n){case"boolean":return!1;case"string":return"";case"number":return 0;case"object":return{};default:throw new Error("Unexpected schema type; settings must declare an explicit default.")}}function G2(n){if(Object.prototype.hasOwnProperty.call(n,"default")&&n.default!==void 0)return n.default;var e=Array.isArray(n.type)?n.type[0]:n.type;return H2(e)}function V2(n,e,t,i){var r=Object.prototype.hasOwnProperty.call(t,e)?t[e]:void 0,s=Object.prototype.hasOwnProperty.call(i,"processor")?i.processor:void 0;n[e]=r!==void 0?s?s(r):r:G2(i)}var al=class{constructor(e){e===void 0&&(e={}),this.displayMode=void 0,this.output=void 0,this.leqno=void 0,this.fleqn=void 0,this.throwOnError=void 0,this.errorColor=void 0,this.macros=void 0,this.minRuleThickness=void 0,this.colorIsTextColor=void 0,this.strict=void 0,this.trust=void 0,this.maxSize=void 0,this.maxExpand=void 0,this.globalGroup=void 0,e=e||{};for(var t of Object.keys(df)){var i=df[t];i&&V2(this,t,e,i)}}isTrusted(e){if("url"in e&&e.url&&!e.protocol){var t=z2(e.url);if(t==null)return!1;e.protocol=t}var i=typeof this.trust=="function"?this.trust(e):this.trust;return!!i}},Er=class{constructor(e,t,i){this.id=void 0,this.size=void 0,this.cramped=void 0,this.id=e,this.size=t,this.cramped=i}sup(){return Cr[W2[this.id]]}sub(){return Cr[q2[this.id]]}fracNum(){return Cr[X2[this.id]]}fracDen(){return Cr[Y2[this.id]]}cramp(){return Cr[Z2[this.id]]}text(){return Cr[$2[this.id]]}isTight(){return this.size>=2}},Nf=0,Zc=1,qa=2,Qr=3,ol=4,Ji=5,Xa=6,yi=7,Cr=[new Er(Nf,0,!1),new Er(Zc,0,!0),new Er(qa,1,!1),new Er(Qr,1,!0),new Er(ol,2,!1),new Er(Ji,2,!0),new Er(Xa,3,!1),new Er(yi,3,!0)],W2=[ol,Ji,ol,Ji,Xa,yi,Xa,yi],q2=[Ji,Ji,Ji,Ji,yi,yi,yi,yi],X2=[qa,Qr,ol,Ji,Xa,yi,Xa,yi],Y2=[Qr,Qr,Ji,Ji,yi,yi,yi,yi],Z2=[Zc,Zc,Qr,Qr,Ji,Ji,yi,yi],$2=[Nf,Zc,qa,Qr,qa,Qr,qa,Qr],xt={DISPLAY:Cr[Nf],TEXT:Cr[qa],SCRIPT:Cr[ol],SCRIPTSCRIPT:Cr[Xa]},pf=[{name:"latin",blocks:[[256,591],[768,879]]},{name:"cyrillic",blocks:[[1024,1279]]},{name:"armenian",blocks:[[1328,1423]]},{name:"brahmic",blocks:[[2304,4255]]},{name:"georgian",blocks:[[4256,4351]]},{name:"cjk",blocks:[[12288,12543],[19968,40879],[65280,65376]]},{name:"hangul",blocks:[[44032,55215]]}];function J2(n){for(var e=0;e<pf.length;e++)for(var t=pf[e],i=0;i<t.blocks.length;i++){var r=t.blocks[i];if(n>=r[0]&&n<=r[1])return t.name}return null}var Yc=[];pf.forEach(n=>n.blocks.forEach(e=>Yc.push(...e)));function I1(n){for(var e=0;e<Yc.length;e+=2)if(n>=Yc[e]&&n<=Yc[e+1])return!0;return!1}var qn=n=>n+" "+n,Wa=80,K2=function(e,t){return"M95,"+(622+e+t)+`
c-2.7,0,-7.17,-2.7,-13.5,-8c-5.8,-5.3,-9.5,-10,-9.5,-14
c0,-2,0.3,-3.3,1,-4c1.3,-2.7,23.83,-20.7,67.5,-54
c44.2,-33.3,65.8,-50.3,66.5,-51c1.3,-1.3,3,-2,5,-2c4.7,0,8.7,3.3,12,10
s173,378,173,378c0.7,0,35.3,-71,104,-213c68.7,-142,137.5,-285,206.5,-429
c69,-144,104.5,-217.7,106.5,-221
l`+e/2.075+" -"+e+`
c5.3,-9.3,12,-14,20,-14
H400000v`+(40+e)+`H845.2724
s-225.272,467,-225.272,467s-235,486,-235,486c-2.7,4.7,-9,7,-19,7
c-6,0,-10,-1,-12,-3s-194,-422,-194,-422s-65,47,-65,47z
M`+(834+e)+" "+t+"h400000v"+(40+e)+"h-400000z"},j2=function(e,t){return"M263,"+(601+e+t)+`c0.7,0,18,39.7,52,119
c34,79.3,68.167,158.7,102.5,238c34.3,79.3,51.8,119.3,52.5,120
c340,-704.7,510.7,-1060.3,512,-1067
l`+e/2.084+" -"+e+`
c4.7,-7.3,11,-11,19,-11
H40000v`+(40+e)+`H1012.3
s-271.3,567,-271.3,567c-38.7,80.7,-84,175,-136,283c-52,108,-89.167,185.3,-111.5,232
c-22.3,46.7,-33.8,70.3,-34.5,71c-4.7,4.7,-12.3,7,-23,7s-12,-1,-12,-1
s-109,-253,-109,-253c-72.7,-168,-109.3,-252,-110,-252c-10.7,8,-22,16.7,-34,26
c-22,17.3,-33.3,26,-34,26s-26,-26,-26,-26s76,-59,76,-59s76,-60,76,-60z
M`+(1001+e)+" "+t+"h400000v"+(40+e)+"h-400000z"},Q2=function(e,t){return"M983 "+(10+e+t)+`
l`+e/3.13+" -"+e+`
c4,-6.7,10,-10,18,-10 H400000v`+(40+e)+`
H1013.1s-83.4,268,-264.1,840c-180.7,572,-277,876.3,-289,913c-4.7,4.7,-12.7,7,-24,7
s-12,0,-12,0c-1.3,-3.3,-3.7,-11.7,-7,-25c-35.3,-125.3,-106.7,-373.3,-214,-744
c-10,12,-21,25,-33,39s-32,39,-32,39c-6,-5.3,-15,-14,-27,-26s25,-30,25,-30
c26.7,-32.7,52,-63,76,-91s52,-60,52,-60s208,722,208,722
c56,-175.3,126.3,-397.3,211,-666c84.7,-268.7,153.8,-488.2,207.5,-658.5
c53.7,-170.3,84.5,-266.8,92.5,-289.5z
M`+(1001+e)+" "+t+"h400000v"+(40+e)+"h-400000z"},e3=function(e,t){return"M424,"+(2398+e+t)+`
c-1.3,-0.7,-38.5,-172,-111.5,-514c-73,-342,-109.8,-513.3,-110.5,-514
c0,-2,-10.7,14.3,-32,49c-4.7,7.3,-9.8,15.7,-15.5,25c-5.7,9.3,-9.8,16,-12.5,20
s-5,7,-5,7c-4,-3.3,-8.3,-7.7,-13,-13s-13,-13,-13,-13s76,-122,76,-122s77,-121,77,-121
s209,968,209,968c0,-2,84.7,-361.7,254,-1079c169.3,-717.3,254.7,-1077.7,256,-1081
l`+e/4.223+" -"+e+`c4,-6.7,10,-10,18,-10 H400000
v`+(40+e)+`H1014.6
s-87.3,378.7,-272.6,1166c-185.3,787.3,-279.3,1182.3,-282,1185
c-2,6,-10,9,-24,9
c-8,0,-12,-0.7,-12,-2z M`+(1001+e)+" "+t+`
h400000v`+(40+e)+"h-400000z"},t3=function(e,t){return"M473,"+(2713+e+t)+`
c339.3,-1799.3,509.3,-2700,510,-2702 l`+e/5.298+" -"+e+`
c3.3,-7.3,9.3,-11,18,-11 H400000v`+(40+e)+`H1017.7
s-90.5,478,-276.2,1466c-185.7,988,-279.5,1483,-281.5,1485c-2,6,-10,9,-24,9
c-8,0,-12,-0.7,-12,-2c0,-1.3,-5.3,-32,-16,-92c-50.7,-293.3,-119.7,-693.3,-207,-1200
c0,-1.3,-5.3,8.7,-16,30c-10.7,21.3,-21.3,42.7,-32,64s-16,33,-16,33s-26,-26,-26,-26
s76,-153,76,-153s77,-151,77,-151c0.7,0.7,35.7,202,105,604c67.3,400.7,102,602.7,104,
606zM`+(1001+e)+" "+t+"h400000v"+(40+e)+"H1017.7z"},n3=function(e){var t=e/2;return"M400000 "+e+" H0 L"+t+" 0 l65 45 L145 "+(e-80)+" H400000z"},i3=function(e,t,i){var r=i-54-t-e;return"M702 "+(e+t)+"H400000"+(40+e)+`
H742v`+r+`l-4 4-4 4c-.667.7 -2 1.5-4 2.5s-4.167 1.833-6.5 2.5-5.5 1-9.5 1
h-12l-28-84c-16.667-52-96.667 -294.333-240-727l-212 -643 -85 170
c-4-3.333-8.333-7.667-13 -13l-13-13l77-155 77-156c66 199.333 139 419.667
219 661 l218 661zM702 `+t+"H400000v"+(40+e)+"H742z"},r3=function(e,t,i){t=1e3*t;var r="";switch(e){case"sqrtMain":r=K2(t,Wa);break;case"sqrtSize1":r=j2(t,Wa);break;case"sqrtSize2":r=Q2(t,Wa);break;case"sqrtSize3":r=e3(t,Wa);break;case"sqrtSize4":r=t3(t,Wa);break;case"sqrtTall":r=i3(t,Wa,i)}return r},s3=function(e,t){switch(e){case"⎜":return qn("M291 0 H417 V"+t+" H291z");case"∣":return qn("M145 0 H188 V"+t+" H145z");case"∥":return qn("M145 0 H188 V"+t+" H145z")+qn("M367 0 H410 V"+t+" H367z");case"⎟":return qn("M457 0 H583 V"+t+" H457z");case"⎢":return qn("M319 0 H403 V"+t+" H319z");case"⎥":return qn("M263 0 H347 V"+t+" H263z");case"⎪":return qn("M384 0 H504 V"+t+" H384z");case"⏐":return qn("M312 0 H355 V"+t+" H312z");case"‖":return qn("M257 0 H300 V"+t+" H257z")+qn("M478 0 H521 V"+t+" H478z");default:return""}},Zm={doubleleftarrow:`M262 157
l10-10c34-36 62.7-77 86-123 3.3-8 5-13.3 5-16 0-5.3-6.7-8-20-8-7.3
 0-12.2.5-14.5 1.5-2.3 1-4.8 4.5-7.5 10.5-49.3 97.3-121.7 169.3-217 216-28
 14-57.3 25-88 33-6.7 2-11 3.8-13 5.5-2 1.7-3 4.2-3 7.5s1 5.8 3 7.5
c2 1.7 6.3 3.5 13 5.5 68 17.3 128.2 47.8 180.5 91.5 52.3 43.7 93.8 96.2 124.5
 157.5 9.3 8 15.3 12.3 18 13h6c12-.7 18-4 18-10 0-2-1.7-7-5-15-23.3-46-52-87
-86-123l-10-10h399738v-40H218c328 0 0 0 0 0l-10-8c-26.7-20-65.7-43-117-69 2.7
-2 6-3.7 10-5 36.7-16 72.3-37.3 107-64l10-8h399782v-40z
m8 0v40h399730v-40zm0 194v40h399730v-40z`,doublerightarrow:`M399738 392l
-10 10c-34 36-62.7 77-86 123-3.3 8-5 13.3-5 16 0 5.3 6.7 8 20 8 7.3 0 12.2-.5
 14.5-1.5 2.3-1 4.8-4.5 7.5-10.5 49.3-97.3 121.7-169.3 217-216 28-14 57.3-25 88
-33 6.7-2 11-3.8 13-5.5 2-1.7 3-4.2 3-7.5s-1-5.8-3-7.5c-2-1.7-6.3-3.5-13-5.5-68
-17.3-128.2-47.8-180.5-91.5-52.3-43.7-93.8-96.2-124.5-157.5-9.3-8-15.3-12.3-18
-13h-6c-12 .7-18 4-18 10 0 2 1.7 7 5 15 23.3 46 52 87 86 123l10 10H0v40h399782
c-328 0 0 0 0 0l10 8c26.7 20 65.7 43 117 69-2.7 2-6 3.7-10 5-36.7 16-72.3 37.3
-107 64l-10 8H0v40zM0 157v40h399730v-40zm0 194v40h399730v-40z`,leftarrow:`M400000 241H110l3-3c68.7-52.7 113.7-120
 135-202 4-14.7 6-23 6-25 0-7.3-7-11-21-11-8 0-13.2.8-15.5 2.5-2.3 1.7-4.2 5.8
-5.5 12.5-1.3 4.7-2.7 10.3-4 17-12 48.7-34.8 92-68.5 130S65.3 228.3 18 247
c-10 4-16 7.7-18 11 0 8.7 6 14.3 18 17 47.3 18.7 87.8 47 121.5 85S196 441.3 208
 490c.7 2 1.3 5 2 9s1.2 6.7 1.5 8c.3 1.3 1 3.3 2 6s2.2 4.5 3.5 5.5c1.3 1 3.3
 1.8 6 2.5s6 1 10 1c14 0 21-3.7 21-11 0-2-2-10.3-6-25-20-79.3-65-146.7-135-202
 l-3-3h399890zM100 241v40h399900v-40z`,leftbrace:`M6 548l-6-6v-35l6-11c56-104 135.3-181.3 238-232 57.3-28.7 117
-45 179-50h399577v120H403c-43.3 7-81 15-113 26-100.7 33-179.7 91-237 174-2.7
 5-6 9-10 13-.7 1-7.3 1-20 1H6z`,leftbraceunder:`M0 6l6-6h17c12.688 0 19.313.3 20 1 4 4 7.313 8.3 10 13
 35.313 51.3 80.813 93.8 136.5 127.5 55.688 33.7 117.188 55.8 184.5 66.5.688
 0 2 .3 4 1 18.688 2.7 76 4.3 172 5h399450v120H429l-6-1c-124.688-8-235-61.7
-331-161C60.687 138.7 32.312 99.3 7 54L0 41V6z`,leftgroup:`M400000 80
H435C64 80 168.3 229.4 21 260c-5.9 1.2-18 0-18 0-2 0-3-1-3-3v-38C76 61 257 0
 435 0h399565z`,leftgroupunder:`M400000 262
H435C64 262 168.3 112.6 21 82c-5.9-1.2-18 0-18 0-2 0-3 1-3 3v38c76 158 257 219
 435 219h399565z`,leftharpoon:`M0 267c.7 5.3 3 10 7 14h399993v-40H93c3.3
-3.3 10.2-9.5 20.5-18.5s17.8-15.8 22.5-20.5c50.7-52 88-110.3 112-175 4-11.3 5
-18.3 3-21-1.3-4-7.3-6-18-6-8 0-13 .7-15 2s-4.7 6.7-8 16c-42 98.7-107.3 174.7
-196 228-6.7 4.7-10.7 8-12 10-1.3 2-2 5.7-2 11zm100-26v40h399900v-40z`,leftharpoonplus:`M0 267c.7 5.3 3 10 7 14h399993v-40H93c3.3-3.3 10.2-9.5
 20.5-18.5s17.8-15.8 22.5-20.5c50.7-52 88-110.3 112-175 4-11.3 5-18.3 3-21-1.3
-4-7.3-6-18-6-8 0-13 .7-15 2s-4.7 6.7-8 16c-42 98.7-107.3 174.7-196 228-6.7 4.7
-10.7 8-12 10-1.3 2-2 5.7-2 11zm100-26v40h399900v-40zM0 435v40h400000v-40z
m0 0v40h400000v-40z`,leftharpoondown:`M7 241c-4 4-6.333 8.667-7 14 0 5.333.667 9 2 11s5.333
 5.333 12 10c90.667 54 156 130 196 228 3.333 10.667 6.333 16.333 9 17 2 .667 5
 1 9 1h5c10.667 0 16.667-2 18-6 2-2.667 1-9.667-3-21-32-87.333-82.667-157.667
-152-211l-3-3h399907v-40zM93 281 H400000 v-40L7 241z`,leftharpoondownplus:`M7 435c-4 4-6.3 8.7-7 14 0 5.3.7 9 2 11s5.3 5.3 12
 10c90.7 54 156 130 196 228 3.3 10.7 6.3 16.3 9 17 2 .7 5 1 9 1h5c10.7 0 16.7
-2 18-6 2-2.7 1-9.7-3-21-32-87.3-82.7-157.7-152-211l-3-3h399907v-40H7zm93 0
v40h399900v-40zM0 241v40h399900v-40zm0 0v40h399900v-40z`,lefthook:`M400000 281 H103s-33-11.2-61-33.5S0 197.3 0 164s14.2-61.2 42.5
-83.5C70.8 58.2 104 47 142 47 c16.7 0 25 6.7 25 20 0 12-8.7 18.7-26 20-40 3.3
-68.7 15.7-86 37-10 12-15 25.3-15 40 0 22.7 9.8 40.7 29.5 54 19.7 13.3 43.5 21
 71.5 23h399859zM103 281v-40h399897v40z`,leftlinesegment:qn("M40 281 V428 H0 V94 H40 V241 H400000 v40z"),leftbracketunder:qn("M0 0 h120 V290 H399995 v120 H0z"),leftbracketover:qn("M0 440 h120 V150 H399995 v-120 H0z"),leftmapsto:qn("M40 281 V448H0V74H40V241H400000v40z"),leftToFrom:`M0 147h400000v40H0zm0 214c68 40 115.7 95.7 143 167h22c15.3 0 23
-.3 23-1 0-1.3-5.3-13.7-16-37-18-35.3-41.3-69-70-101l-7-8h399905v-40H95l7-8
c28.7-32 52-65.7 70-101 10.7-23.3 16-35.7 16-37 0-.7-7.7-1-23-1h-22C115.7 265.3
 68 321 0 361zm0-174v-40h399900v40zm100 154v40h399900v-40z`,longequal:qn("M0 50 h400000 v40H0z m0 194h40000v40H0z"),midbrace:`M200428 334
c-100.7-8.3-195.3-44-280-108-55.3-42-101.7-93-139-153l-9-14c-2.7 4-5.7 8.7-9 14
-53.3 86.7-123.7 153-211 199-66.7 36-137.3 56.3-212 62H0V214h199568c178.3-11.7
 311.7-78.3 403-201 6-8 9.7-12 11-12 .7-.7 6.7-1 18-1s17.3.3 18 1c1.3 0 5 4 11
 12 44.7 59.3 101.3 106.3 170 141s145.3 54.3 229 60h199572v120z`,midbraceunder:`M199572 214
c100.7 8.3 195.3 44 280 108 55.3 42 101.7 93 139 153l9 14c2.7-4 5.7-8.7 9-14
 53.3-86.7 123.7-153 211-199 66.7-36 137.3-56.3 212-62h199568v120H200432c-178.3
 11.7-311.7 78.3-403 201-6 8-9.7 12-11 12-.7.7-6.7 1-18 1s-17.3-.3-18-1c-1.3 0
-5-4-11-12-44.7-59.3-101.3-106.3-170-141s-145.3-54.3-229-60H0V214z`,oiintSize1:`M512.6 71.6c272.6 0 320.3 106.8 320.3 178.2 0 70.8-47.7 177.6
-320.3 177.6S193.1 320.6 193.1 249.8c0-71.4 46.9-178.2 319.5-178.2z
m368.1 178.2c0-86.4-60.9-215.4-368.1-215.4-306.4 0-367.3 129-367.3 215.4 0 85.8
60.9 214.8 367.3 214.8 307.2 0 368.1-129 368.1-214.8z`,oiintSize2:`M757.8 100.1c384.7 0 451.1 137.6 451.1 230 0 91.3-66.4 228.8
-451.1 228.8-386.3 0-452.7-137.5-452.7-228.8 0-92.4 66.4-230 452.7-230z
m502.4 230c0-111.2-82.4-277.2-502.4-277.2s-504 166-504 277.2
c0 110 84 276 504 276s502.4-166 502.4-276z`,oiiintSize1:`M681.4 71.6c408.9 0 480.5 106.8 480.5 178.2 0 70.8-71.6 177.6
-480.5 177.6S202.1 320.6 202.1 249.8c0-71.4 70.5-178.2 479.3-178.2z
m525.8 178.2c0-86.4-86.8-215.4-525.7-215.4-437.9 0-524.7 129-524.7 215.4 0
85.8 86.8 214.8 524.7 214.8 438.9 0 525.7-129 525.7-214.8z`,oiiintSize2:`M1021.2 53c603.6 0 707.8 165.8 707.8 277.2 0 110-104.2 275.8
-707.8 275.8-606 0-710.2-165.8-710.2-275.8C311 218.8 415.2 53 1021.2 53z
m770.4 277.1c0-131.2-126.4-327.6-770.5-327.6S248.4 198.9 248.4 330.1
c0 130 128.8 326.4 772.7 326.4s770.5-196.4 770.5-326.4z`,rightarrow:`M0 241v40h399891c-47.3 35.3-84 78-110 128
-16.7 32-27.7 63.7-33 95 0 1.3-.2 2.7-.5 4-.3 1.3-.5 2.3-.5 3 0 7.3 6.7 11 20
 11 8 0 13.2-.8 15.5-2.5 2.3-1.7 4.2-5.5 5.5-11.5 2-13.3 5.7-27 11-41 14.7-44.7
 39-84.5 73-119.5s73.7-60.2 119-75.5c6-2 9-5.7 9-11s-3-9-9-11c-45.3-15.3-85
-40.5-119-75.5s-58.3-74.8-73-119.5c-4.7-14-8.3-27.3-11-40-1.3-6.7-3.2-10.8-5.5
-12.5-2.3-1.7-7.5-2.5-15.5-2.5-14 0-21 3.7-21 11 0 2 2 10.3 6 25 20.7 83.3 67
 151.7 139 205zm0 0v40h399900v-40z`,rightbrace:`M400000 542l
-6 6h-17c-12.7 0-19.3-.3-20-1-4-4-7.3-8.3-10-13-35.3-51.3-80.8-93.8-136.5-127.5
s-117.2-55.8-184.5-66.5c-.7 0-2-.3-4-1-18.7-2.7-76-4.3-172-5H0V214h399571l6 1
c124.7 8 235 61.7 331 161 31.3 33.3 59.7 72.7 85 118l7 13v35z`,rightbraceunder:`M399994 0l6 6v35l-6 11c-56 104-135.3 181.3-238 232-57.3
 28.7-117 45-179 50H-300V214h399897c43.3-7 81-15 113-26 100.7-33 179.7-91 237
-174 2.7-5 6-9 10-13 .7-1 7.3-1 20-1h17z`,rightgroup:`M0 80h399565c371 0 266.7 149.4 414 180 5.9 1.2 18 0 18 0 2 0
 3-1 3-3v-38c-76-158-257-219-435-219H0z`,rightgroupunder:`M0 262h399565c371 0 266.7-149.4 414-180 5.9-1.2 18 0 18
 0 2 0 3 1 3 3v38c-76 158-257 219-435 219H0z`,rightharpoon:`M0 241v40h399993c4.7-4.7 7-9.3 7-14 0-9.3
-3.7-15.3-11-18-92.7-56.7-159-133.7-199-231-3.3-9.3-6-14.7-8-16-2-1.3-7-2-15-2
-10.7 0-16.7 2-18 6-2 2.7-1 9.7 3 21 15.3 42 36.7 81.8 64 119.5 27.3 37.7 58
 69.2 92 94.5zm0 0v40h399900v-40z`,rightharpoonplus:`M0 241v40h399993c4.7-4.7 7-9.3 7-14 0-9.3-3.7-15.3-11
-18-92.7-56.7-159-133.7-199-231-3.3-9.3-6-14.7-8-16-2-1.3-7-2-15-2-10.7 0-16.7
 2-18 6-2 2.7-1 9.7 3 21 15.3 42 36.7 81.8 64 119.5 27.3 37.7 58 69.2 92 94.5z
m0 0v40h399900v-40z m100 194v40h399900v-40zm0 0v40h399900v-40z`,rightharpoondown:`M399747 511c0 7.3 6.7 11 20 11 8 0 13-.8 15-2.5s4.7-6.8
 8-15.5c40-94 99.3-166.3 178-217 13.3-8 20.3-12.3 21-13 5.3-3.3 8.5-5.8 9.5
-7.5 1-1.7 1.5-5.2 1.5-10.5s-2.3-10.3-7-15H0v40h399908c-34 25.3-64.7 57-92 95
-27.3 38-48.7 77.7-64 119-3.3 8.7-5 14-5 16zM0 241v40h399900v-40z`,rightharpoondownplus:`M399747 705c0 7.3 6.7 11 20 11 8 0 13-.8
 15-2.5s4.7-6.8 8-15.5c40-94 99.3-166.3 178-217 13.3-8 20.3-12.3 21-13 5.3-3.3
 8.5-5.8 9.5-7.5 1-1.7 1.5-5.2 1.5-10.5s-2.3-10.3-7-15H0v40h399908c-34 25.3
-64.7 57-92 95-27.3 38-48.7 77.7-64 119-3.3 8.7-5 14-5 16zM0 435v40h399900v-40z
m0-194v40h400000v-40zm0 0v40h400000v-40z`,righthook:`M399859 241c-764 0 0 0 0 0 40-3.3 68.7-15.7 86-37 10-12 15-25.3
 15-40 0-22.7-9.8-40.7-29.5-54-19.7-13.3-43.5-21-71.5-23-17.3-1.3-26-8-26-20 0
-13.3 8.7-20 26-20 38 0 71 11.2 99 33.5 0 0 7 5.6 21 16.7 14 11.2 21 33.5 21
 66.8s-14 61.2-42 83.5c-28 22.3-61 33.5-99 33.5L0 241z M0 281v-40h399859v40z`,rightlinesegment:qn("M399960 241 V94 h40 V428 h-40 V281 H0 v-40z"),rightbracketunder:qn("M399995 0 h-120 V290 H0 v120 H400000z"),rightbracketover:qn("M399995 440 h-120 V150 H0 v-120 H399995z"),rightToFrom:`M400000 167c-70.7-42-118-97.7-142-167h-23c-15.3 0-23 .3-23
 1 0 1.3 5.3 13.7 16 37 18 35.3 41.3 69 70 101l7 8H0v40h399905l-7 8c-28.7 32
-52 65.7-70 101-10.7 23.3-16 35.7-16 37 0 .7 7.7 1 23 1h23c24-69.3 71.3-125 142
-167z M100 147v40h399900v-40zM0 341v40h399900v-40z`,twoheadleftarrow:`M0 167c68 40
 115.7 95.7 143 167h22c15.3 0 23-.3 23-1 0-1.3-5.3-13.7-16-37-18-35.3-41.3-69
-70-101l-7-8h125l9 7c50.7 39.3 85 86 103 140h46c0-4.7-6.3-18.7-19-42-18-35.3
-40-67.3-66-96l-9-9h399716v-40H284l9-9c26-28.7 48-60.7 66-96 12.7-23.333 19
-37.333 19-42h-46c-18 54-52.3 100.7-103 140l-9 7H95l7-8c28.7-32 52-65.7 70-101
 10.7-23.333 16-35.7 16-37 0-.7-7.7-1-23-1h-22C115.7 71.3 68 127 0 167z`,twoheadrightarrow:`M400000 167
c-68-40-115.7-95.7-143-167h-22c-15.3 0-23 .3-23 1 0 1.3 5.3 13.7 16 37 18 35.3
 41.3 69 70 101l7 8h-125l-9-7c-50.7-39.3-85-86-103-140h-46c0 4.7 6.3 18.7 19 42
 18 35.3 40 67.3 66 96l9 9H0v40h399716l-9 9c-26 28.7-48 60.7-66 96-12.7 23.333
-19 37.333-19 42h46c18-54 52.3-100.7 103-140l9-7h125l-7 8c-28.7 32-52 65.7-70
 101-10.7 23.333-16 35.7-16 37 0 .7 7.7 1 23 1h22c27.3-71.3 75-127 143-167z`,tilde1:`M200 55.538c-77 0-168 73.953-177 73.953-3 0-7
-2.175-9-5.437L2 97c-1-2-2-4-2-6 0-4 2-7 5-9l20-12C116 12 171 0 207 0c86 0
 114 68 191 68 78 0 168-68 177-68 4 0 7 2 9 5l12 19c1 2.175 2 4.35 2 6.525 0
 4.35-2 7.613-5 9.788l-19 13.05c-92 63.077-116.937 75.308-183 76.128
-68.267.847-113-73.952-191-73.952z`,tilde2:`M344 55.266c-142 0-300.638 81.316-311.5 86.418
-8.01 3.762-22.5 10.91-23.5 5.562L1 120c-1-2-1-3-1-4 0-5 3-9 8-10l18.4-9C160.9
 31.9 283 0 358 0c148 0 188 122 331 122s314-97 326-97c4 0 8 2 10 7l7 21.114
c1 2.14 1 3.21 1 4.28 0 5.347-3 9.626-7 10.696l-22.3 12.622C852.6 158.372 751
 181.476 676 181.476c-149 0-189-126.21-332-126.21z`,tilde3:`M786 59C457 59 32 175.242 13 175.242c-6 0-10-3.457
-11-10.37L.15 138c-1-7 3-12 10-13l19.2-6.4C378.4 40.7 634.3 0 804.3 0c337 0
 411.8 157 746.8 157 328 0 754-112 773-112 5 0 10 3 11 9l1 14.075c1 8.066-.697
 16.595-6.697 17.492l-21.052 7.31c-367.9 98.146-609.15 122.696-778.15 122.696
 -338 0-409-156.573-744-156.573z`,tilde4:`M786 58C457 58 32 177.487 13 177.487c-6 0-10-3.345
-11-10.035L.15 143c-1-7 3-12 10-13l22-6.7C381.2 35 637.15 0 807.15 0c337 0 409
 177 744 177 328 0 754-127 773-127 5 0 10 3 11 9l1 14.794c1 7.805-3 13.38-9
 14.495l-20.7 5.574c-366.85 99.79-607.3 139.372-776.3 139.372-338 0-409
 -175.236-744-175.236z`,vec:`M377 20c0-5.333 1.833-10 5.5-14S391 0 397 0c4.667 0 8.667 1.667 12 5
3.333 2.667 6.667 9 10 19 6.667 24.667 20.333 43.667 41 57 7.333 4.667 11
10.667 11 18 0 6-1 10-3 12s-6.667 5-14 9c-28.667 14.667-53.667 35.667-75 63
-1.333 1.333-3.167 3.5-5.5 6.5s-4 4.833-5 5.5c-1 .667-2.5 1.333-4.5 2s-4.333 1
-7 1c-4.667 0-9.167-1.833-13.5-5.5S337 184 337 178c0-12.667 15.667-32.333 47-59
H213l-171-1c-8.667-6-13-12.333-13-19 0-4.667 4.333-11.333 13-20h359
c-16-25.333-24-45-24-59z`,widehat1:`M529 0h5l519 115c5 1 9 5 9 10 0 1-1 2-1 3l-4 22
c-1 5-5 9-11 9h-2L532 67 19 159h-2c-5 0-9-4-11-9l-5-22c-1-6 2-12 8-13z`,widehat2:`M1181 0h2l1171 176c6 0 10 5 10 11l-2 23c-1 6-5 10
-11 10h-1L1182 67 15 220h-1c-6 0-10-4-11-10l-2-23c-1-6 4-11 10-11z`,widehat3:`M1181 0h2l1171 236c6 0 10 5 10 11l-2 23c-1 6-5 10
-11 10h-1L1182 67 15 280h-1c-6 0-10-4-11-10l-2-23c-1-6 4-11 10-11z`,widehat4:`M1181 0h2l1171 296c6 0 10 5 10 11l-2 23c-1 6-5 10
-11 10h-1L1182 67 15 340h-1c-6 0-10-4-11-10l-2-23c-1-6 4-11 10-11z`,widecheck1:`M529,159h5l519,-115c5,-1,9,-5,9,-10c0,-1,-1,-2,-1,-3l-4,-22c-1,
-5,-5,-9,-11,-9h-2l-512,92l-513,-92h-2c-5,0,-9,4,-11,9l-5,22c-1,6,2,12,8,13z`,widecheck2:`M1181,220h2l1171,-176c6,0,10,-5,10,-11l-2,-23c-1,-6,-5,-10,
-11,-10h-1l-1168,153l-1167,-153h-1c-6,0,-10,4,-11,10l-2,23c-1,6,4,11,10,11z`,widecheck3:`M1181,280h2l1171,-236c6,0,10,-5,10,-11l-2,-23c-1,-6,-5,-10,
-11,-10h-1l-1168,213l-1167,-213h-1c-6,0,-10,4,-11,10l-2,23c-1,6,4,11,10,11z`,widecheck4:`M1181,340h2l1171,-296c6,0,10,-5,10,-11l-2,-23c-1,-6,-5,-10,
-11,-10h-1l-1168,273l-1167,-273h-1c-6,0,-10,4,-11,10l-2,23c-1,6,4,11,10,11z`,baraboveleftarrow:`M400000 620h-399890l3 -3c68.7 -52.7 113.7 -120 135 -202
c4 -14.7 6 -23 6 -25c0 -7.3 -7 -11 -21 -11c-8 0 -13.2 0.8 -15.5 2.5
c-2.3 1.7 -4.2 5.8 -5.5 12.5c-1.3 4.7 -2.7 10.3 -4 17c-12 48.7 -34.8 92 -68.5 130
s-74.2 66.3 -121.5 85c-10 4 -16 7.7 -18 11c0 8.7 6 14.3 18 17c47.3 18.7 87.8 47
121.5 85s56.5 81.3 68.5 130c0.7 2 1.3 5 2 9s1.2 6.7 1.5 8c0.3 1.3 1 3.3 2 6
s2.2 4.5 3.5 5.5c1.3 1 3.3 1.8 6 2.5s6 1 10 1c14 0 21 -3.7 21 -11
c0 -2 -2 -10.3 -6 -25c-20 -79.3 -65 -146.7 -135 -202l-3 -3h399890z
M100 620v40h399900v-40z M0 241v40h399900v-40zM0 241v40h399900v-40z`,rightarrowabovebar:`M0 241v40h399891c-47.3 35.3-84 78-110 128-16.7 32
-27.7 63.7-33 95 0 1.3-.2 2.7-.5 4-.3 1.3-.5 2.3-.5 3 0 7.3 6.7 11 20 11 8 0
13.2-.8 15.5-2.5 2.3-1.7 4.2-5.5 5.5-11.5 2-13.3 5.7-27 11-41 14.7-44.7 39
-84.5 73-119.5s73.7-60.2 119-75.5c6-2 9-5.7 9-11s-3-9-9-11c-45.3-15.3-85-40.5
-119-75.5s-58.3-74.8-73-119.5c-4.7-14-8.3-27.3-11-40-1.3-6.7-3.2-10.8-5.5
-12.5-2.3-1.7-7.5-2.5-15.5-2.5-14 0-21 3.7-21 11 0 2 2 10.3 6 25 20.7 83.3 67
151.7 139 205zm96 379h399894v40H0zm0 0h399904v40H0z`,baraboveshortleftharpoon:`M507,435c-4,4,-6.3,8.7,-7,14c0,5.3,0.7,9,2,11
c1.3,2,5.3,5.3,12,10c90.7,54,156,130,196,228c3.3,10.7,6.3,16.3,9,17
c2,0.7,5,1,9,1c0,0,5,0,5,0c10.7,0,16.7,-2,18,-6c2,-2.7,1,-9.7,-3,-21
c-32,-87.3,-82.7,-157.7,-152,-211c0,0,-3,-3,-3,-3l399351,0l0,-40
c-398570,0,-399437,0,-399437,0z M593 435 v40 H399500 v-40z
M0 281 v-40 H399908 v40z M0 281 v-40 H399908 v40z`,rightharpoonaboveshortbar:`M0,241 l0,40c399126,0,399993,0,399993,0
c4.7,-4.7,7,-9.3,7,-14c0,-9.3,-3.7,-15.3,-11,-18c-92.7,-56.7,-159,-133.7,-199,
-231c-3.3,-9.3,-6,-14.7,-8,-16c-2,-1.3,-7,-2,-15,-2c-10.7,0,-16.7,2,-18,6
c-2,2.7,-1,9.7,3,21c15.3,42,36.7,81.8,64,119.5c27.3,37.7,58,69.2,92,94.5z
M0 241 v40 H399908 v-40z M0 475 v-40 H399500 v40z M0 475 v-40 H399500 v40z`,shortbaraboveleftharpoon:`M7,435c-4,4,-6.3,8.7,-7,14c0,5.3,0.7,9,2,11
c1.3,2,5.3,5.3,12,10c90.7,54,156,130,196,228c3.3,10.7,6.3,16.3,9,17c2,0.7,5,1,9,
1c0,0,5,0,5,0c10.7,0,16.7,-2,18,-6c2,-2.7,1,-9.7,-3,-21c-32,-87.3,-82.7,-157.7,
-152,-211c0,0,-3,-3,-3,-3l399907,0l0,-40c-399126,0,-399993,0,-399993,0z
M93 435 v40 H400000 v-40z M500 241 v40 H400000 v-40z M500 241 v40 H400000 v-40z`,shortrightharpoonabovebar:`M53,241l0,40c398570,0,399437,0,399437,0
c4.7,-4.7,7,-9.3,7,-14c0,-9.3,-3.7,-15.3,-11,-18c-92.7,-56.7,-159,-133.7,-199,
-231c-3.3,-9.3,-6,-14.7,-8,-16c-2,-1.3,-7,-2,-15,-2c-10.7,0,-16.7,2,-18,6
c-2,2.7,-1,9.7,3,21c15.3,42,36.7,81.8,64,119.5c27.3,37.7,58,69.2,92,94.5z
M500 241 v40 H399408 v-40z M500 435 v40 H400000 v-40z`},a3=function(e,t){switch(e){case"lbrack":return"M403 1759 V84 H666 V0 H319 V1759 v"+t+` v1759 v84 h347 v-84
H403z M403 1759 V0 H319 V1759 v`+t+" v1759 v84 h84z";case"rbrack":return"M347 1759 V0 H0 V84 H263 V1759 v"+t+` v1759 H0 v84 H347z
M347 1759 V0 H263 V1759 v`+t+" v1759 h84z";case"vert":return"M145 15 v585 v"+t+` v585 c2.667,10,9.667,15,21,15
c10,0,16.667,-5,20,-15 v-585 v`+-t+` v-585 c-2.667,-10,-9.667,-15,-21,-15
c-10,0,-16.667,5,-20,15z M188 15 H145 v585 v`+t+" v585 h43z";case"doublevert":return"M145 15 v585 v"+t+` v585 c2.667,10,9.667,15,21,15
c10,0,16.667,-5,20,-15 v-585 v`+-t+` v-585 c-2.667,-10,-9.667,-15,-21,-15
c-10,0,-16.667,5,-20,15z M188 15 H145 v585 v`+t+` v585 h43z
M367 15 v585 v`+t+` v585 c2.667,10,9.667,15,21,15
c10,0,16.667,-5,20,-15 v-585 v`+-t+` v-585 c-2.667,-10,-9.667,-15,-21,-15
c-10,0,-16.667,5,-20,15z M410 15 H367 v585 v`+t+" v585 h43z";case"lfloor":return"M319 602 V0 H403 V602 v"+t+` v1715 h263 v84 H319z
MM319 602 V0 H403 V602 v`+t+" v1715 H319z";case"rfloor":return"M319 602 V0 H403 V602 v"+t+` v1799 H0 v-84 H319z
MM319 602 V0 H403 V602 v`+t+" v1715 H319z";case"lceil":return"M403 1759 V84 H666 V0 H319 V1759 v"+t+` v602 h84z
M403 1759 V0 H319 V1759 v`+t+" v602 h84z";case"rceil":return"M347 1759 V0 H0 V84 H263 V1759 v"+t+` v602 h84z
M347 1759 V0 h-84 V1759 v`+t+" v602 h84z";case"lparen":return`M863,9c0,-2,-2,-5,-6,-9c0,0,-17,0,-17,0c-12.7,0,-19.3,0.3,-20,1
c-5.3,5.3,-10.3,11,-15,17c-242.7,294.7,-395.3,682,-458,1162c-21.3,163.3,-33.3,349,
-36,557 l0,`+(t+84)+`c0.2,6,0,26,0,60c2,159.3,10,310.7,24,454c53.3,528,210,
949.7,470,1265c4.7,6,9.7,11.7,15,17c0.7,0.7,7,1,19,1c0,0,18,0,18,0c4,-4,6,-7,6,-9
c0,-2.7,-3.3,-8.7,-10,-18c-135.3,-192.7,-235.5,-414.3,-300.5,-665c-65,-250.7,-102.5,
-544.7,-112.5,-882c-2,-104,-3,-167,-3,-189
l0,-`+(t+92)+`c0,-162.7,5.7,-314,17,-454c20.7,-272,63.7,-513,129,-723c65.3,
-210,155.3,-396.3,270,-559c6.7,-9.3,10,-15.3,10,-18z`;case"rparen":return`M76,0c-16.7,0,-25,3,-25,9c0,2,2,6.3,6,13c21.3,28.7,42.3,60.3,
63,95c96.7,156.7,172.8,332.5,228.5,527.5c55.7,195,92.8,416.5,111.5,664.5
c11.3,139.3,17,290.7,17,454c0,28,1.7,43,3.3,45l0,`+(t+9)+`
c-3,4,-3.3,16.7,-3.3,38c0,162,-5.7,313.7,-17,455c-18.7,248,-55.8,469.3,-111.5,664
c-55.7,194.7,-131.8,370.3,-228.5,527c-20.7,34.7,-41.7,66.3,-63,95c-2,3.3,-4,7,-6,11
c0,7.3,5.7,11,17,11c0,0,11,0,11,0c9.3,0,14.3,-0.3,15,-1c5.3,-5.3,10.3,-11,15,-17
c242.7,-294.7,395.3,-681.7,458,-1161c21.3,-164.7,33.3,-350.7,36,-558
l0,-`+(t+144)+`c-2,-159.3,-10,-310.7,-24,-454c-53.3,-528,-210,-949.7,
-470,-1265c-4.7,-6,-9.7,-11.7,-15,-17c-0.7,-0.7,-6.7,-1,-18,-1z`;default:throw new Error("Unknown stretchy delimiter.")}};function o3(n){return"toText"in n}var Cs=class{constructor(e){this.children=void 0,this.classes=void 0,this.height=void 0,this.depth=void 0,this.maxFontSize=void 0,this.style=void 0,this.children=e,this.classes=[],this.height=0,this.depth=0,this.maxFontSize=0,this.style={}}hasClass(e){return this.classes.includes(e)}toNode(){for(var e=document.createDocumentFragment(),t=0;t<this.children.length;t++)e.appendChild(this.children[t].toNode());return e}toMarkup(){for(var e="",t=0;t<this.children.length;t++)e+=this.children[t].toMarkup();return e}toText(){return this.children.map(e=>{if(o3(e))return e.toText();throw new Error("Expected MathDomNode with toText, got "+e.constructor.name)}).join("")}},mf={pt:1,mm:7227/2540,cm:7227/254,in:72.27,bp:803/800,pc:12,dd:1238/1157,cc:14856/1157,nd:685/642,nc:1370/107,sp:1/65536,px:803/800},l3={ex:!0,em:!0,mu:!0},D1=function(e){return typeof e!="string"&&(e=e.unit),e in mf||e in l3||e==="ex"},bn=function(e,t){var i;if(e.unit in mf)i=mf[e.unit]/t.fontMetrics().ptPerEm/t.sizeMultiplier;else if(e.unit==="mu")i=t.fontMetrics().cssEmPerMu;else{var r;if(t.style.isTight()?r=t.havingStyle(t.style.text()):r=t,e.unit==="ex")i=r.fontMetrics().xHeight;else if(e.unit==="em")i=r.fontMetrics().quad;else throw new Se("Invalid unit: '"+e.unit+"'");r!==t&&(i*=r.sizeMultiplier/t.sizeMultiplier)}return Math.min(e.number*i,t.maxSize)},Re=function(e){return+e.toFixed(4)+"em"},Rs=function(e){return e.filter(t=>t).join(" ")},Uf=function(e){var t="";for(var i of Object.keys(e)){var r=e[i];r!==void 0&&(t+=F2(i)+":"+r+";")}return t},L1=function(e,t,i){if(this.classes=e||[],this.attributes={},this.height=0,this.depth=0,this.maxFontSize=0,this.style=i||{},t){t.style.isTight()&&this.classes.push("mtight");var r=t.getColor();r&&(this.style.color=r)}},N1=function(e){var t=document.createElement(e);t.className=Rs(this.classes),Object.assign(t.style,this.style);for(var i of Object.keys(this.attributes))t.setAttribute(i,this.attributes[i]);for(var r=0;r<this.children.length;r++)t.appendChild(this.children[r].toNode());return t},c3=/[\s"'>/=\x00-\x1f]/,U1=function(e){var t="<"+e;this.classes.length&&(t+=' class="'+li(Rs(this.classes))+'"');var i=Uf(this.style);i&&(t+=' style="'+li(i)+'"');for(var r of Object.keys(this.attributes)){if(c3.test(r))throw new Se("Invalid attribute name '"+r+"'");t+=" "+r+'="'+li(this.attributes[r])+'"'}t+=">";for(var s=0;s<this.children.length;s++)t+=this.children[s].toMarkup();return t+="</"+e+">",t},Ps=class{constructor(e,t,i,r){this.children=void 0,this.attributes=void 0,this.classes=void 0,this.height=void 0,this.depth=void 0,this.width=void 0,this.maxFontSize=void 0,this.style=void 0,this.italic=void 0,L1.call(this,e,i,r),this.children=t||[]}setAttribute(e,t){this.attributes[e]=t}hasClass(e){return this.classes.includes(e)}toNode(){return N1.call(this,"span")}toMarkup(){return U1.call(this,"span")}},Ya=class{constructor(e,t,i,r){this.children=void 0,this.attributes=void 0,this.classes=void 0,this.height=void 0,this.depth=void 0,this.maxFontSize=void 0,this.style=void 0,L1.call(this,t,r),this.children=i||[],this.setAttribute("href",e)}setAttribute(e,t){this.attributes[e]=t}hasClass(e){return this.classes.includes(e)}toNode(){return N1.call(this,"a")}toMarkup(){return U1.call(this,"a")}},gf=class{constructor(e,t,i){this.src=void 0,this.alt=void 0,this.classes=void 0,this.height=void 0,this.depth=void 0,this.maxFontSize=void 0,this.style=void 0,this.alt=t,this.src=e,this.classes=["mord"],this.height=0,this.depth=0,this.maxFontSize=0,this.style=i}hasClass(e){return this.classes.includes(e)}toNode(){var e=document.createElement("img");return e.src=this.src,e.alt=this.alt,e.className="mord",Object.assign(e.style,this.style),e}toMarkup(){var e='<img src="'+li(this.src)+'"'+(' alt="'+li(this.alt)+'"'),t=Uf(this.style);return t&&(e+=' style="'+li(t)+'"'),e+="'/>",e}},u3={î:"ı̂",ï:"ı̈",í:"ı́",ì:"ı̀"},bi=class{constructor(e,t,i,r,s,a,o,l){this.text=void 0,this.height=void 0,this.depth=void 0,this.italic=void 0,this.skew=void 0,this.width=void 0,this.maxFontSize=void 0,this.classes=void 0,this.style=void 0,this.text=e,this.height=t||0,this.depth=i||0,this.italic=r||0,this.skew=s||0,this.width=a||0,this.classes=o||[],this.style=l||{},this.maxFontSize=0;var c=J2(this.text.charCodeAt(0));c&&this.classes.push(c+"_fallback"),/[îïíì]/.test(this.text)&&(this.text=u3[this.text])}hasClass(e){return this.classes.includes(e)}toNode(){var e=document.createTextNode(this.text),t=null;return this.italic>0&&(t=document.createElement("span"),t.style.marginRight=Re(this.italic)),this.classes.length>0&&(t=t||document.createElement("span"),t.className=Rs(this.classes)),Object.keys(this.style).length>0&&(t=t||document.createElement("span"),Object.assign(t.style,this.style)),t?(t.appendChild(e),t):e}toMarkup(){var e=!1,t="<span";this.classes.length&&(e=!0,t+=' class="',t+=li(Rs(this.classes)),t+='"');var i="";this.italic>0&&(i+="margin-right:"+Re(this.italic)+";"),i+=Uf(this.style),i&&(e=!0,t+=' style="'+li(i)+'"');var r=li(this.text);return e?(t+=">",t+=r,t+="</span>",t):r}},lr=class{constructor(e,t){this.children=void 0,this.attributes=void 0,this.children=e||[],this.attributes=t||{}}toNode(){var e="http://www.w3.org/2000/svg",t=document.createElementNS(e,"svg");for(var i of Object.keys(this.attributes))t.setAttribute(i,this.attributes[i]);for(var r=0;r<this.children.length;r++)t.appendChild(this.children[r].toNode());return t}toMarkup(){var e='<svg xmlns="http://www.w3.org/2000/svg"';for(var t of Object.keys(this.attributes))e+=" "+t+'="'+li(this.attributes[t])+'"';e+=">";for(var i=0;i<this.children.length;i++)e+=this.children[i].toMarkup();return e+="</svg>",e}},Pr=class{constructor(e,t){this.pathName=void 0,this.alternate=void 0,this.pathName=e,this.alternate=t}toNode(){var e="http://www.w3.org/2000/svg",t=document.createElementNS(e,"path");return this.alternate?t.setAttribute("d",this.alternate):t.setAttribute("d",Zm[this.pathName]),t}toMarkup(){return this.alternate?'<path d="'+li(this.alternate)+'"/>':'<path d="'+li(Zm[this.pathName])+'"/>'}},ll=class{constructor(e){this.attributes=void 0,this.attributes=e||{}}toNode(){var e="http://www.w3.org/2000/svg",t=document.createElementNS(e,"line");for(var i of Object.keys(this.attributes))t.setAttribute(i,this.attributes[i]);return t}toMarkup(){var e="<line";for(var t of Object.keys(this.attributes))e+=" "+t+'="'+li(this.attributes[t])+'"';return e+="/>",e}};function h3(n){if(n instanceof bi)return n;throw new Error("Expected symbolNode but got "+String(n)+".")}function f3(n){if(n instanceof Ps)return n;throw new Error("Expected span<HtmlDomNode> but got "+String(n)+".")}var d3=n=>n instanceof Ps||n instanceof Ya||n instanceof Cs,Rr={"AMS-Regular":{32:[0,0,0,0,.25],65:[0,.68889,0,0,.72222],66:[0,.68889,0,0,.66667],67:[0,.68889,0,0,.72222],68:[0,.68889,0,0,.72222],69:[0,.68889,0,0,.66667],70:[0,.68889,0,0,.61111],71:[0,.68889,0,0,.77778],72:[0,.68889,0,0,.77778],73:[0,.68889,0,0,.38889],74:[.16667,.68889,0,0,.5],75:[0,.68889,0,0,.77778],76:[0,.68889,0,0,.66667],77:[0,.68889,0,0,.94445],78:[0,.68889,0,0,.72222],79:[.16667,.68889,0,0,.77778],80:[0,.68889,0,0,.61111],81:[.16667,.68889,0,0,.77778],82:[0,.68889,0,0,.72222],83:[0,.68889,0,0,.55556],84:[0,.68889,0,0,.66667],85:[0,.68889,0,0,.72222],86:[0,.68889,0,0,.72222],87:[0,.68889,0,0,1],88:[0,.68889,0,0,.72222],89:[0,.68889,0,0,.72222],90:[0,.68889,0,0,.66667],107:[0,.68889,0,0,.55556],160:[0,0,0,0,.25],165:[0,.675,.025,0,.75],174:[.15559,.69224,0,0,.94666],240:[0,.68889,0,0,.55556],295:[0,.68889,0,0,.54028],710:[0,.825,0,0,2.33334],732:[0,.9,0,0,2.33334],770:[0,.825,0,0,2.33334],771:[0,.9,0,0,2.33334],989:[.08167,.58167,0,0,.77778],1008:[0,.43056,.04028,0,.66667],8245:[0,.54986,0,0,.275],8463:[0,.68889,0,0,.54028],8487:[0,.68889,0,0,.72222],8498:[0,.68889,0,0,.55556],8502:[0,.68889,0,0,.66667],8503:[0,.68889,0,0,.44445],8504:[0,.68889,0,0,.66667],8513:[0,.68889,0,0,.63889],8592:[-.03598,.46402,0,0,.5],8594:[-.03598,.46402,0,0,.5],8602:[-.13313,.36687,0,0,1],8603:[-.13313,.36687,0,0,1],8606:[.01354,.52239,0,0,1],8608:[.01354,.52239,0,0,1],8610:[.01354,.52239,0,0,1.11111],8611:[.01354,.52239,0,0,1.11111],8619:[0,.54986,0,0,1],8620:[0,.54986,0,0,1],8621:[-.13313,.37788,0,0,1.38889],8622:[-.13313,.36687,0,0,1],8624:[0,.69224,0,0,.5],8625:[0,.69224,0,0,.5],8630:[0,.43056,0,0,1],8631:[0,.43056,0,0,1],8634:[.08198,.58198,0,0,.77778],8635:[.08198,.58198,0,0,.77778],8638:[.19444,.69224,0,0,.41667],8639:[.19444,.69224,0,0,.41667],8642:[.19444,.69224,0,0,.41667],8643:[.19444,.69224,0,0,.41667],8644:[.1808,.675,0,0,1],8646:[.1808,.675,0,0,1],8647:[.1808,.675,0,0,1],8648:[.19444,.69224,0,0,.83334],8649:[.1808,.675,0,0,1],8650:[.19444,.69224,0,0,.83334],8651:[.01354,.52239,0,0,1],8652:[.01354,.52239,0,0,1],8653:[-.13313,.36687,0,0,1],8654:[-.13313,.36687,0,0,1],8655:[-.13313,.36687,0,0,1],8666:[.13667,.63667,0,0,1],8667:[.13667,.63667,0,0,1],8669:[-.13313,.37788,0,0,1],8672:[-.064,.437,0,0,1.334],8674:[-.064,.437,0,0,1.334],8705:[0,.825,0,0,.5],8708:[0,.68889,0,0,.55556],8709:[.08167,.58167,0,0,.77778],8717:[0,.43056,0,0,.42917],8722:[-.03598,.46402,0,0,.5],8724:[.08198,.69224,0,0,.77778],8726:[.08167,.58167,0,0,.77778],8733:[0,.69224,0,0,.77778],8736:[0,.69224,0,0,.72222],8737:[0,.69224,0,0,.72222],8738:[.03517,.52239,0,0,.72222],8739:[.08167,.58167,0,0,.22222],8740:[.25142,.74111,0,0,.27778],8741:[.08167,.58167,0,0,.38889],8742:[.25142,.74111,0,0,.5],8756:[0,.69224,0,0,.66667],8757:[0,.69224,0,0,.66667],8764:[-.13313,.36687,0,0,.77778],8765:[-.13313,.37788,0,0,.77778],8769:[-.13313,.36687,0,0,.77778],8770:[-.03625,.46375,0,0,.77778],8774:[.30274,.79383,0,0,.77778],8776:[-.01688,.48312,0,0,.77778],8778:[.08167,.58167,0,0,.77778],8782:[.06062,.54986,0,0,.77778],8783:[.06062,.54986,0,0,.77778],8785:[.08198,.58198,0,0,.77778],8786:[.08198,.58198,0,0,.77778],8787:[.08198,.58198,0,0,.77778],8790:[0,.69224,0,0,.77778],8791:[.22958,.72958,0,0,.77778],8796:[.08198,.91667,0,0,.77778],8806:[.25583,.75583,0,0,.77778],8807:[.25583,.75583,0,0,.77778],8808:[.25142,.75726,0,0,.77778],8809:[.25142,.75726,0,0,.77778],8812:[.25583,.75583,0,0,.5],8814:[.20576,.70576,0,0,.77778],8815:[.20576,.70576,0,0,.77778],8816:[.30274,.79383,0,0,.77778],8817:[.30274,.79383,0,0,.77778],8818:[.22958,.72958,0,0,.77778],8819:[.22958,.72958,0,0,.77778],8822:[.1808,.675,0,0,.77778],8823:[.1808,.675,0,0,.77778],8828:[.13667,.63667,0,0,.77778],8829:[.13667,.63667,0,0,.77778],8830:[.22958,.72958,0,0,.77778],8831:[.22958,.72958,0,0,.77778],8832:[.20576,.70576,0,0,.77778],8833:[.20576,.70576,0,0,.77778],8840:[.30274,.79383,0,0,.77778],8841:[.30274,.79383,0,0,.77778],8842:[.13597,.63597,0,0,.77778],8843:[.13597,.63597,0,0,.77778],8847:[.03517,.54986,0,0,.77778],8848:[.03517,.54986,0,0,.77778],8858:[.08198,.58198,0,0,.77778],8859:[.08198,.58198,0,0,.77778],8861:[.08198,.58198,0,0,.77778],8862:[0,.675,0,0,.77778],8863:[0,.675,0,0,.77778],8864:[0,.675,0,0,.77778],8865:[0,.675,0,0,.77778],8872:[0,.69224,0,0,.61111],8873:[0,.69224,0,0,.72222],8874:[0,.69224,0,0,.88889],8876:[0,.68889,0,0,.61111],8877:[0,.68889,0,0,.61111],8878:[0,.68889,0,0,.72222],8879:[0,.68889,0,0,.72222],8882:[.03517,.54986,0,0,.77778],8883:[.03517,.54986,0,0,.77778],8884:[.13667,.63667,0,0,.77778],8885:[.13667,.63667,0,0,.77778],8888:[0,.54986,0,0,1.11111],8890:[.19444,.43056,0,0,.55556],8891:[.19444,.69224,0,0,.61111],8892:[.19444,.69224,0,0,.61111],8901:[0,.54986,0,0,.27778],8903:[.08167,.58167,0,0,.77778],8905:[.08167,.58167,0,0,.77778],8906:[.08167,.58167,0,0,.77778],8907:[0,.69224,0,0,.77778],8908:[0,.69224,0,0,.77778],8909:[-.03598,.46402,0,0,.77778],8910:[0,.54986,0,0,.76042],8911:[0,.54986,0,0,.76042],8912:[.03517,.54986,0,0,.77778],8913:[.03517,.54986,0,0,.77778],8914:[0,.54986,0,0,.66667],8915:[0,.54986,0,0,.66667],8916:[0,.69224,0,0,.66667],8918:[.0391,.5391,0,0,.77778],8919:[.0391,.5391,0,0,.77778],8920:[.03517,.54986,0,0,1.33334],8921:[.03517,.54986,0,0,1.33334],8922:[.38569,.88569,0,0,.77778],8923:[.38569,.88569,0,0,.77778],8926:[.13667,.63667,0,0,.77778],8927:[.13667,.63667,0,0,.77778],8928:[.30274,.79383,0,0,.77778],8929:[.30274,.79383,0,0,.77778],8934:[.23222,.74111,0,0,.77778],8935:[.23222,.74111,0,0,.77778],8936:[.23222,.74111,0,0,.77778],8937:[.23222,.74111,0,0,.77778],8938:[.20576,.70576,0,0,.77778],8939:[.20576,.70576,0,0,.77778],8940:[.30274,.79383,0,0,.77778],8941:[.30274,.79383,0,0,.77778],8994:[.19444,.69224,0,0,.77778],8995:[.19444,.69224,0,0,.77778],9416:[.15559,.69224,0,0,.90222],9484:[0,.69224,0,0,.5],9488:[0,.69224,0,0,.5],9492:[0,.37788,0,0,.5],9496:[0,.37788,0,0,.5],9585:[.19444,.68889,0,0,.88889],9586:[.19444,.74111,0,0,.88889],9632:[0,.675,0,0,.77778],9633:[0,.675,0,0,.77778],9650:[0,.54986,0,0,.72222],9651:[0,.54986,0,0,.72222],9654:[.03517,.54986,0,0,.77778],9660:[0,.54986,0,0,.72222],9661:[0,.54986,0,0,.72222],9664:[.03517,.54986,0,0,.77778],9674:[.11111,.69224,0,0,.66667],9733:[.19444,.69224,0,0,.94445],10003:[0,.69224,0,0,.83334],10016:[0,.69224,0,0,.83334],10731:[.11111,.69224,0,0,.66667],10846:[.19444,.75583,0,0,.61111],10877:[.13667,.63667,0,0,.77778],10878:[.13667,.63667,0,0,.77778],10885:[.25583,.75583,0,0,.77778],10886:[.25583,.75583,0,0,.77778],10887:[.13597,.63597,0,0,.77778],10888:[.13597,.63597,0,0,.77778],10889:[.26167,.75726,0,0,.77778],10890:[.26167,.75726,0,0,.77778],10891:[.48256,.98256,0,0,.77778],10892:[.48256,.98256,0,0,.77778],10901:[.13667,.63667,0,0,.77778],10902:[.13667,.63667,0,0,.77778],10933:[.25142,.75726,0,0,.77778],10934:[.25142,.75726,0,0,.77778],10935:[.26167,.75726,0,0,.77778],10936:[.26167,.75726,0,0,.77778],10937:[.26167,.75726,0,0,.77778],10938:[.26167,.75726,0,0,.77778],10949:[.25583,.75583,0,0,.77778],10950:[.25583,.75583,0,0,.77778],10955:[.28481,.79383,0,0,.77778],10956:[.28481,.79383,0,0,.77778],57350:[.08167,.58167,0,0,.22222],57351:[.08167,.58167,0,0,.38889],57352:[.08167,.58167,0,0,.77778],57353:[0,.43056,.04028,0,.66667],57356:[.25142,.75726,0,0,.77778],57357:[.25142,.75726,0,0,.77778],57358:[.41951,.91951,0,0,.77778],57359:[.30274,.79383,0,0,.77778],57360:[.30274,.79383,0,0,.77778],57361:[.41951,.91951,0,0,.77778],57366:[.25142,.75726,0,0,.77778],57367:[.25142,.75726,0,0,.77778],57368:[.25142,.75726,0,0,.77778],57369:[.25142,.75726,0,0,.77778],57370:[.13597,.63597,0,0,.77778],57371:[.13597,.63597,0,0,.77778]},"Caligraphic-Regular":{32:[0,0,0,0,.25],65:[0,.68333,0,.19445,.79847],66:[0,.68333,.03041,.13889,.65681],67:[0,.68333,.05834,.13889,.52653],68:[0,.68333,.02778,.08334,.77139],69:[0,.68333,.08944,.11111,.52778],70:[0,.68333,.09931,.11111,.71875],71:[.09722,.68333,.0593,.11111,.59487],72:[0,.68333,.00965,.11111,.84452],73:[0,.68333,.07382,0,.54452],74:[.09722,.68333,.18472,.16667,.67778],75:[0,.68333,.01445,.05556,.76195],76:[0,.68333,0,.13889,.68972],77:[0,.68333,0,.13889,1.2009],78:[0,.68333,.14736,.08334,.82049],79:[0,.68333,.02778,.11111,.79611],80:[0,.68333,.08222,.08334,.69556],81:[.09722,.68333,0,.11111,.81667],82:[0,.68333,0,.08334,.8475],83:[0,.68333,.075,.13889,.60556],84:[0,.68333,.25417,0,.54464],85:[0,.68333,.09931,.08334,.62583],86:[0,.68333,.08222,0,.61278],87:[0,.68333,.08222,.08334,.98778],88:[0,.68333,.14643,.13889,.7133],89:[.09722,.68333,.08222,.08334,.66834],90:[0,.68333,.07944,.13889,.72473],160:[0,0,0,0,.25]},"Fraktur-Regular":{32:[0,0,0,0,.25],33:[0,.69141,0,0,.29574],34:[0,.69141,0,0,.21471],38:[0,.69141,0,0,.73786],39:[0,.69141,0,0,.21201],40:[.24982,.74947,0,0,.38865],41:[.24982,.74947,0,0,.38865],42:[0,.62119,0,0,.27764],43:[.08319,.58283,0,0,.75623],44:[0,.10803,0,0,.27764],45:[.08319,.58283,0,0,.75623],46:[0,.10803,0,0,.27764],47:[.24982,.74947,0,0,.50181],48:[0,.47534,0,0,.50181],49:[0,.47534,0,0,.50181],50:[0,.47534,0,0,.50181],51:[.18906,.47534,0,0,.50181],52:[.18906,.47534,0,0,.50181],53:[.18906,.47534,0,0,.50181],54:[0,.69141,0,0,.50181],55:[.18906,.47534,0,0,.50181],56:[0,.69141,0,0,.50181],57:[.18906,.47534,0,0,.50181],58:[0,.47534,0,0,.21606],59:[.12604,.47534,0,0,.21606],61:[-.13099,.36866,0,0,.75623],63:[0,.69141,0,0,.36245],65:[0,.69141,0,0,.7176],66:[0,.69141,0,0,.88397],67:[0,.69141,0,0,.61254],68:[0,.69141,0,0,.83158],69:[0,.69141,0,0,.66278],70:[.12604,.69141,0,0,.61119],71:[0,.69141,0,0,.78539],72:[.06302,.69141,0,0,.7203],73:[0,.69141,0,0,.55448],74:[.12604,.69141,0,0,.55231],75:[0,.69141,0,0,.66845],76:[0,.69141,0,0,.66602],77:[0,.69141,0,0,1.04953],78:[0,.69141,0,0,.83212],79:[0,.69141,0,0,.82699],80:[.18906,.69141,0,0,.82753],81:[.03781,.69141,0,0,.82699],82:[0,.69141,0,0,.82807],83:[0,.69141,0,0,.82861],84:[0,.69141,0,0,.66899],85:[0,.69141,0,0,.64576],86:[0,.69141,0,0,.83131],87:[0,.69141,0,0,1.04602],88:[0,.69141,0,0,.71922],89:[.18906,.69141,0,0,.83293],90:[.12604,.69141,0,0,.60201],91:[.24982,.74947,0,0,.27764],93:[.24982,.74947,0,0,.27764],94:[0,.69141,0,0,.49965],97:[0,.47534,0,0,.50046],98:[0,.69141,0,0,.51315],99:[0,.47534,0,0,.38946],100:[0,.62119,0,0,.49857],101:[0,.47534,0,0,.40053],102:[.18906,.69141,0,0,.32626],103:[.18906,.47534,0,0,.5037],104:[.18906,.69141,0,0,.52126],105:[0,.69141,0,0,.27899],106:[0,.69141,0,0,.28088],107:[0,.69141,0,0,.38946],108:[0,.69141,0,0,.27953],109:[0,.47534,0,0,.76676],110:[0,.47534,0,0,.52666],111:[0,.47534,0,0,.48885],112:[.18906,.52396,0,0,.50046],113:[.18906,.47534,0,0,.48912],114:[0,.47534,0,0,.38919],115:[0,.47534,0,0,.44266],116:[0,.62119,0,0,.33301],117:[0,.47534,0,0,.5172],118:[0,.52396,0,0,.5118],119:[0,.52396,0,0,.77351],120:[.18906,.47534,0,0,.38865],121:[.18906,.47534,0,0,.49884],122:[.18906,.47534,0,0,.39054],160:[0,0,0,0,.25],8216:[0,.69141,0,0,.21471],8217:[0,.69141,0,0,.21471],58112:[0,.62119,0,0,.49749],58113:[0,.62119,0,0,.4983],58114:[.18906,.69141,0,0,.33328],58115:[.18906,.69141,0,0,.32923],58116:[.18906,.47534,0,0,.50343],58117:[0,.69141,0,0,.33301],58118:[0,.62119,0,0,.33409],58119:[0,.47534,0,0,.50073]},"Main-Bold":{32:[0,0,0,0,.25],33:[0,.69444,0,0,.35],34:[0,.69444,0,0,.60278],35:[.19444,.69444,0,0,.95833],36:[.05556,.75,0,0,.575],37:[.05556,.75,0,0,.95833],38:[0,.69444,0,0,.89444],39:[0,.69444,0,0,.31944],40:[.25,.75,0,0,.44722],41:[.25,.75,0,0,.44722],42:[0,.75,0,0,.575],43:[.13333,.63333,0,0,.89444],44:[.19444,.15556,0,0,.31944],45:[0,.44444,0,0,.38333],46:[0,.15556,0,0,.31944],47:[.25,.75,0,0,.575],48:[0,.64444,0,0,.575],49:[0,.64444,0,0,.575],50:[0,.64444,0,0,.575],51:[0,.64444,0,0,.575],52:[0,.64444,0,0,.575],53:[0,.64444,0,0,.575],54:[0,.64444,0,0,.575],55:[0,.64444,0,0,.575],56:[0,.64444,0,0,.575],57:[0,.64444,0,0,.575],58:[0,.44444,0,0,.31944],59:[.19444,.44444,0,0,.31944],60:[.08556,.58556,0,0,.89444],61:[-.10889,.39111,0,0,.89444],62:[.08556,.58556,0,0,.89444],63:[0,.69444,0,0,.54305],64:[0,.69444,0,0,.89444],65:[0,.68611,0,0,.86944],66:[0,.68611,0,0,.81805],67:[0,.68611,0,0,.83055],68:[0,.68611,0,0,.88194],69:[0,.68611,0,0,.75555],70:[0,.68611,0,0,.72361],71:[0,.68611,0,0,.90416],72:[0,.68611,0,0,.9],73:[0,.68611,0,0,.43611],74:[0,.68611,0,0,.59444],75:[0,.68611,0,0,.90138],76:[0,.68611,0,0,.69166],77:[0,.68611,0,0,1.09166],78:[0,.68611,0,0,.9],79:[0,.68611,0,0,.86388],80:[0,.68611,0,0,.78611],81:[.19444,.68611,0,0,.86388],82:[0,.68611,0,0,.8625],83:[0,.68611,0,0,.63889],84:[0,.68611,0,0,.8],85:[0,.68611,0,0,.88472],86:[0,.68611,.01597,0,.86944],87:[0,.68611,.01597,0,1.18888],88:[0,.68611,0,0,.86944],89:[0,.68611,.02875,0,.86944],90:[0,.68611,0,0,.70277],91:[.25,.75,0,0,.31944],92:[.25,.75,0,0,.575],93:[.25,.75,0,0,.31944],94:[0,.69444,0,0,.575],95:[.31,.13444,.03194,0,.575],97:[0,.44444,0,0,.55902],98:[0,.69444,0,0,.63889],99:[0,.44444,0,0,.51111],100:[0,.69444,0,0,.63889],101:[0,.44444,0,0,.52708],102:[0,.69444,.10903,0,.35139],103:[.19444,.44444,.01597,0,.575],104:[0,.69444,0,0,.63889],105:[0,.69444,0,0,.31944],106:[.19444,.69444,0,0,.35139],107:[0,.69444,0,0,.60694],108:[0,.69444,0,0,.31944],109:[0,.44444,0,0,.95833],110:[0,.44444,0,0,.63889],111:[0,.44444,0,0,.575],112:[.19444,.44444,0,0,.63889],113:[.19444,.44444,0,0,.60694],114:[0,.44444,0,0,.47361],115:[0,.44444,0,0,.45361],116:[0,.63492,0,0,.44722],117:[0,.44444,0,0,.63889],118:[0,.44444,.01597,0,.60694],119:[0,.44444,.01597,0,.83055],120:[0,.44444,0,0,.60694],121:[.19444,.44444,.01597,0,.60694],122:[0,.44444,0,0,.51111],123:[.25,.75,0,0,.575],124:[.25,.75,0,0,.31944],125:[.25,.75,0,0,.575],126:[.35,.34444,0,0,.575],160:[0,0,0,0,.25],163:[0,.69444,0,0,.86853],168:[0,.69444,0,0,.575],172:[0,.44444,0,0,.76666],176:[0,.69444,0,0,.86944],177:[.13333,.63333,0,0,.89444],184:[.17014,0,0,0,.51111],198:[0,.68611,0,0,1.04166],215:[.13333,.63333,0,0,.89444],216:[.04861,.73472,0,0,.89444],223:[0,.69444,0,0,.59722],230:[0,.44444,0,0,.83055],247:[.13333,.63333,0,0,.89444],248:[.09722,.54167,0,0,.575],305:[0,.44444,0,0,.31944],338:[0,.68611,0,0,1.16944],339:[0,.44444,0,0,.89444],567:[.19444,.44444,0,0,.35139],710:[0,.69444,0,0,.575],711:[0,.63194,0,0,.575],713:[0,.59611,0,0,.575],714:[0,.69444,0,0,.575],715:[0,.69444,0,0,.575],728:[0,.69444,0,0,.575],729:[0,.69444,0,0,.31944],730:[0,.69444,0,0,.86944],732:[0,.69444,0,0,.575],733:[0,.69444,0,0,.575],915:[0,.68611,0,0,.69166],916:[0,.68611,0,0,.95833],920:[0,.68611,0,0,.89444],923:[0,.68611,0,0,.80555],926:[0,.68611,0,0,.76666],928:[0,.68611,0,0,.9],931:[0,.68611,0,0,.83055],933:[0,.68611,0,0,.89444],934:[0,.68611,0,0,.83055],936:[0,.68611,0,0,.89444],937:[0,.68611,0,0,.83055],8211:[0,.44444,.03194,0,.575],8212:[0,.44444,.03194,0,1.14999],8216:[0,.69444,0,0,.31944],8217:[0,.69444,0,0,.31944],8220:[0,.69444,0,0,.60278],8221:[0,.69444,0,0,.60278],8224:[.19444,.69444,0,0,.51111],8225:[.19444,.69444,0,0,.51111],8242:[0,.55556,0,0,.34444],8407:[0,.72444,.15486,0,.575],8463:[0,.69444,0,0,.66759],8465:[0,.69444,0,0,.83055],8467:[0,.69444,0,0,.47361],8472:[.19444,.44444,0,0,.74027],8476:[0,.69444,0,0,.83055],8501:[0,.69444,0,0,.70277],8592:[-.10889,.39111,0,0,1.14999],8593:[.19444,.69444,0,0,.575],8594:[-.10889,.39111,0,0,1.14999],8595:[.19444,.69444,0,0,.575],8596:[-.10889,.39111,0,0,1.14999],8597:[.25,.75,0,0,.575],8598:[.19444,.69444,0,0,1.14999],8599:[.19444,.69444,0,0,1.14999],8600:[.19444,.69444,0,0,1.14999],8601:[.19444,.69444,0,0,1.14999],8636:[-.10889,.39111,0,0,1.14999],8637:[-.10889,.39111,0,0,1.14999],8640:[-.10889,.39111,0,0,1.14999],8641:[-.10889,.39111,0,0,1.14999],8656:[-.10889,.39111,0,0,1.14999],8657:[.19444,.69444,0,0,.70277],8658:[-.10889,.39111,0,0,1.14999],8659:[.19444,.69444,0,0,.70277],8660:[-.10889,.39111,0,0,1.14999],8661:[.25,.75,0,0,.70277],8704:[0,.69444,0,0,.63889],8706:[0,.69444,.06389,0,.62847],8707:[0,.69444,0,0,.63889],8709:[.05556,.75,0,0,.575],8711:[0,.68611,0,0,.95833],8712:[.08556,.58556,0,0,.76666],8715:[.08556,.58556,0,0,.76666],8722:[.13333,.63333,0,0,.89444],8723:[.13333,.63333,0,0,.89444],8725:[.25,.75,0,0,.575],8726:[.25,.75,0,0,.575],8727:[-.02778,.47222,0,0,.575],8728:[-.02639,.47361,0,0,.575],8729:[-.02639,.47361,0,0,.575],8730:[.18,.82,0,0,.95833],8733:[0,.44444,0,0,.89444],8734:[0,.44444,0,0,1.14999],8736:[0,.69224,0,0,.72222],8739:[.25,.75,0,0,.31944],8741:[.25,.75,0,0,.575],8743:[0,.55556,0,0,.76666],8744:[0,.55556,0,0,.76666],8745:[0,.55556,0,0,.76666],8746:[0,.55556,0,0,.76666],8747:[.19444,.69444,.12778,0,.56875],8764:[-.10889,.39111,0,0,.89444],8768:[.19444,.69444,0,0,.31944],8771:[.00222,.50222,0,0,.89444],8773:[.027,.638,0,0,.894],8776:[.02444,.52444,0,0,.89444],8781:[.00222,.50222,0,0,.89444],8801:[.00222,.50222,0,0,.89444],8804:[.19667,.69667,0,0,.89444],8805:[.19667,.69667,0,0,.89444],8810:[.08556,.58556,0,0,1.14999],8811:[.08556,.58556,0,0,1.14999],8826:[.08556,.58556,0,0,.89444],8827:[.08556,.58556,0,0,.89444],8834:[.08556,.58556,0,0,.89444],8835:[.08556,.58556,0,0,.89444],8838:[.19667,.69667,0,0,.89444],8839:[.19667,.69667,0,0,.89444],8846:[0,.55556,0,0,.76666],8849:[.19667,.69667,0,0,.89444],8850:[.19667,.69667,0,0,.89444],8851:[0,.55556,0,0,.76666],8852:[0,.55556,0,0,.76666],8853:[.13333,.63333,0,0,.89444],8854:[.13333,.63333,0,0,.89444],8855:[.13333,.63333,0,0,.89444],8856:[.13333,.63333,0,0,.89444],8857:[.13333,.63333,0,0,.89444],8866:[0,.69444,0,0,.70277],8867:[0,.69444,0,0,.70277],8868:[0,.69444,0,0,.89444],8869:[0,.69444,0,0,.89444],8900:[-.02639,.47361,0,0,.575],8901:[-.02639,.47361,0,0,.31944],8902:[-.02778,.47222,0,0,.575],8968:[.25,.75,0,0,.51111],8969:[.25,.75,0,0,.51111],8970:[.25,.75,0,0,.51111],8971:[.25,.75,0,0,.51111],8994:[-.13889,.36111,0,0,1.14999],8995:[-.13889,.36111,0,0,1.14999],9651:[.19444,.69444,0,0,1.02222],9657:[-.02778,.47222,0,0,.575],9661:[.19444,.69444,0,0,1.02222],9667:[-.02778,.47222,0,0,.575],9711:[.19444,.69444,0,0,1.14999],9824:[.12963,.69444,0,0,.89444],9825:[.12963,.69444,0,0,.89444],9826:[.12963,.69444,0,0,.89444],9827:[.12963,.69444,0,0,.89444],9837:[0,.75,0,0,.44722],9838:[.19444,.69444,0,0,.44722],9839:[.19444,.69444,0,0,.44722],10216:[.25,.75,0,0,.44722],10217:[.25,.75,0,0,.44722],10815:[0,.68611,0,0,.9],10927:[.19667,.69667,0,0,.89444],10928:[.19667,.69667,0,0,.89444],57376:[.19444,.69444,0,0,0]},"Main-BoldItalic":{32:[0,0,0,0,.25],33:[0,.69444,.11417,0,.38611],34:[0,.69444,.07939,0,.62055],35:[.19444,.69444,.06833,0,.94444],37:[.05556,.75,.12861,0,.94444],38:[0,.69444,.08528,0,.88555],39:[0,.69444,.12945,0,.35555],40:[.25,.75,.15806,0,.47333],41:[.25,.75,.03306,0,.47333],42:[0,.75,.14333,0,.59111],43:[.10333,.60333,.03306,0,.88555],44:[.19444,.14722,0,0,.35555],45:[0,.44444,.02611,0,.41444],46:[0,.14722,0,0,.35555],47:[.25,.75,.15806,0,.59111],48:[0,.64444,.13167,0,.59111],49:[0,.64444,.13167,0,.59111],50:[0,.64444,.13167,0,.59111],51:[0,.64444,.13167,0,.59111],52:[.19444,.64444,.13167,0,.59111],53:[0,.64444,.13167,0,.59111],54:[0,.64444,.13167,0,.59111],55:[.19444,.64444,.13167,0,.59111],56:[0,.64444,.13167,0,.59111],57:[0,.64444,.13167,0,.59111],58:[0,.44444,.06695,0,.35555],59:[.19444,.44444,.06695,0,.35555],61:[-.10889,.39111,.06833,0,.88555],63:[0,.69444,.11472,0,.59111],64:[0,.69444,.09208,0,.88555],65:[0,.68611,0,0,.86555],66:[0,.68611,.0992,0,.81666],67:[0,.68611,.14208,0,.82666],68:[0,.68611,.09062,0,.87555],69:[0,.68611,.11431,0,.75666],70:[0,.68611,.12903,0,.72722],71:[0,.68611,.07347,0,.89527],72:[0,.68611,.17208,0,.8961],73:[0,.68611,.15681,0,.47166],74:[0,.68611,.145,0,.61055],75:[0,.68611,.14208,0,.89499],76:[0,.68611,0,0,.69777],77:[0,.68611,.17208,0,1.07277],78:[0,.68611,.17208,0,.8961],79:[0,.68611,.09062,0,.85499],80:[0,.68611,.0992,0,.78721],81:[.19444,.68611,.09062,0,.85499],82:[0,.68611,.02559,0,.85944],83:[0,.68611,.11264,0,.64999],84:[0,.68611,.12903,0,.7961],85:[0,.68611,.17208,0,.88083],86:[0,.68611,.18625,0,.86555],87:[0,.68611,.18625,0,1.15999],88:[0,.68611,.15681,0,.86555],89:[0,.68611,.19803,0,.86555],90:[0,.68611,.14208,0,.70888],91:[.25,.75,.1875,0,.35611],93:[.25,.75,.09972,0,.35611],94:[0,.69444,.06709,0,.59111],95:[.31,.13444,.09811,0,.59111],97:[0,.44444,.09426,0,.59111],98:[0,.69444,.07861,0,.53222],99:[0,.44444,.05222,0,.53222],100:[0,.69444,.10861,0,.59111],101:[0,.44444,.085,0,.53222],102:[.19444,.69444,.21778,0,.4],103:[.19444,.44444,.105,0,.53222],104:[0,.69444,.09426,0,.59111],105:[0,.69326,.11387,0,.35555],106:[.19444,.69326,.1672,0,.35555],107:[0,.69444,.11111,0,.53222],108:[0,.69444,.10861,0,.29666],109:[0,.44444,.09426,0,.94444],110:[0,.44444,.09426,0,.64999],111:[0,.44444,.07861,0,.59111],112:[.19444,.44444,.07861,0,.59111],113:[.19444,.44444,.105,0,.53222],114:[0,.44444,.11111,0,.50167],115:[0,.44444,.08167,0,.48694],116:[0,.63492,.09639,0,.385],117:[0,.44444,.09426,0,.62055],118:[0,.44444,.11111,0,.53222],119:[0,.44444,.11111,0,.76777],120:[0,.44444,.12583,0,.56055],121:[.19444,.44444,.105,0,.56166],122:[0,.44444,.13889,0,.49055],126:[.35,.34444,.11472,0,.59111],160:[0,0,0,0,.25],168:[0,.69444,.11473,0,.59111],176:[0,.69444,0,0,.94888],184:[.17014,0,0,0,.53222],198:[0,.68611,.11431,0,1.02277],216:[.04861,.73472,.09062,0,.88555],223:[.19444,.69444,.09736,0,.665],230:[0,.44444,.085,0,.82666],248:[.09722,.54167,.09458,0,.59111],305:[0,.44444,.09426,0,.35555],338:[0,.68611,.11431,0,1.14054],339:[0,.44444,.085,0,.82666],567:[.19444,.44444,.04611,0,.385],710:[0,.69444,.06709,0,.59111],711:[0,.63194,.08271,0,.59111],713:[0,.59444,.10444,0,.59111],714:[0,.69444,.08528,0,.59111],715:[0,.69444,0,0,.59111],728:[0,.69444,.10333,0,.59111],729:[0,.69444,.12945,0,.35555],730:[0,.69444,0,0,.94888],732:[0,.69444,.11472,0,.59111],733:[0,.69444,.11472,0,.59111],915:[0,.68611,.12903,0,.69777],916:[0,.68611,0,0,.94444],920:[0,.68611,.09062,0,.88555],923:[0,.68611,0,0,.80666],926:[0,.68611,.15092,0,.76777],928:[0,.68611,.17208,0,.8961],931:[0,.68611,.11431,0,.82666],933:[0,.68611,.10778,0,.88555],934:[0,.68611,.05632,0,.82666],936:[0,.68611,.10778,0,.88555],937:[0,.68611,.0992,0,.82666],8211:[0,.44444,.09811,0,.59111],8212:[0,.44444,.09811,0,1.18221],8216:[0,.69444,.12945,0,.35555],8217:[0,.69444,.12945,0,.35555],8220:[0,.69444,.16772,0,.62055],8221:[0,.69444,.07939,0,.62055]},"Main-Italic":{32:[0,0,0,0,.25],33:[0,.69444,.12417,0,.30667],34:[0,.69444,.06961,0,.51444],35:[.19444,.69444,.06616,0,.81777],37:[.05556,.75,.13639,0,.81777],38:[0,.69444,.09694,0,.76666],39:[0,.69444,.12417,0,.30667],40:[.25,.75,.16194,0,.40889],41:[.25,.75,.03694,0,.40889],42:[0,.75,.14917,0,.51111],43:[.05667,.56167,.03694,0,.76666],44:[.19444,.10556,0,0,.30667],45:[0,.43056,.02826,0,.35778],46:[0,.10556,0,0,.30667],47:[.25,.75,.16194,0,.51111],48:[0,.64444,.13556,0,.51111],49:[0,.64444,.13556,0,.51111],50:[0,.64444,.13556,0,.51111],51:[0,.64444,.13556,0,.51111],52:[.19444,.64444,.13556,0,.51111],53:[0,.64444,.13556,0,.51111],54:[0,.64444,.13556,0,.51111],55:[.19444,.64444,.13556,0,.51111],56:[0,.64444,.13556,0,.51111],57:[0,.64444,.13556,0,.51111],58:[0,.43056,.0582,0,.30667],59:[.19444,.43056,.0582,0,.30667],61:[-.13313,.36687,.06616,0,.76666],63:[0,.69444,.1225,0,.51111],64:[0,.69444,.09597,0,.76666],65:[0,.68333,0,0,.74333],66:[0,.68333,.10257,0,.70389],67:[0,.68333,.14528,0,.71555],68:[0,.68333,.09403,0,.755],69:[0,.68333,.12028,0,.67833],70:[0,.68333,.13305,0,.65277],71:[0,.68333,.08722,0,.77361],72:[0,.68333,.16389,0,.74333],73:[0,.68333,.15806,0,.38555],74:[0,.68333,.14028,0,.525],75:[0,.68333,.14528,0,.76888],76:[0,.68333,0,0,.62722],77:[0,.68333,.16389,0,.89666],78:[0,.68333,.16389,0,.74333],79:[0,.68333,.09403,0,.76666],80:[0,.68333,.10257,0,.67833],81:[.19444,.68333,.09403,0,.76666],82:[0,.68333,.03868,0,.72944],83:[0,.68333,.11972,0,.56222],84:[0,.68333,.13305,0,.71555],85:[0,.68333,.16389,0,.74333],86:[0,.68333,.18361,0,.74333],87:[0,.68333,.18361,0,.99888],88:[0,.68333,.15806,0,.74333],89:[0,.68333,.19383,0,.74333],90:[0,.68333,.14528,0,.61333],91:[.25,.75,.1875,0,.30667],93:[.25,.75,.10528,0,.30667],94:[0,.69444,.06646,0,.51111],95:[.31,.12056,.09208,0,.51111],97:[0,.43056,.07671,0,.51111],98:[0,.69444,.06312,0,.46],99:[0,.43056,.05653,0,.46],100:[0,.69444,.10333,0,.51111],101:[0,.43056,.07514,0,.46],102:[.19444,.69444,.21194,0,.30667],103:[.19444,.43056,.08847,0,.46],104:[0,.69444,.07671,0,.51111],105:[0,.65536,.1019,0,.30667],106:[.19444,.65536,.14467,0,.30667],107:[0,.69444,.10764,0,.46],108:[0,.69444,.10333,0,.25555],109:[0,.43056,.07671,0,.81777],110:[0,.43056,.07671,0,.56222],111:[0,.43056,.06312,0,.51111],112:[.19444,.43056,.06312,0,.51111],113:[.19444,.43056,.08847,0,.46],114:[0,.43056,.10764,0,.42166],115:[0,.43056,.08208,0,.40889],116:[0,.61508,.09486,0,.33222],117:[0,.43056,.07671,0,.53666],118:[0,.43056,.10764,0,.46],119:[0,.43056,.10764,0,.66444],120:[0,.43056,.12042,0,.46389],121:[.19444,.43056,.08847,0,.48555],122:[0,.43056,.12292,0,.40889],126:[.35,.31786,.11585,0,.51111],160:[0,0,0,0,.25],168:[0,.66786,.10474,0,.51111],176:[0,.69444,0,0,.83129],184:[.17014,0,0,0,.46],198:[0,.68333,.12028,0,.88277],216:[.04861,.73194,.09403,0,.76666],223:[.19444,.69444,.10514,0,.53666],230:[0,.43056,.07514,0,.71555],248:[.09722,.52778,.09194,0,.51111],338:[0,.68333,.12028,0,.98499],339:[0,.43056,.07514,0,.71555],710:[0,.69444,.06646,0,.51111],711:[0,.62847,.08295,0,.51111],713:[0,.56167,.10333,0,.51111],714:[0,.69444,.09694,0,.51111],715:[0,.69444,0,0,.51111],728:[0,.69444,.10806,0,.51111],729:[0,.66786,.11752,0,.30667],730:[0,.69444,0,0,.83129],732:[0,.66786,.11585,0,.51111],733:[0,.69444,.1225,0,.51111],915:[0,.68333,.13305,0,.62722],916:[0,.68333,0,0,.81777],920:[0,.68333,.09403,0,.76666],923:[0,.68333,0,0,.69222],926:[0,.68333,.15294,0,.66444],928:[0,.68333,.16389,0,.74333],931:[0,.68333,.12028,0,.71555],933:[0,.68333,.11111,0,.76666],934:[0,.68333,.05986,0,.71555],936:[0,.68333,.11111,0,.76666],937:[0,.68333,.10257,0,.71555],8211:[0,.43056,.09208,0,.51111],8212:[0,.43056,.09208,0,1.02222],8216:[0,.69444,.12417,0,.30667],8217:[0,.69444,.12417,0,.30667],8220:[0,.69444,.1685,0,.51444],8221:[0,.69444,.06961,0,.51444],8463:[0,.68889,0,0,.54028]},"Main-Regular":{32:[0,0,0,0,.25],33:[0,.69444,0,0,.27778],34:[0,.69444,0,0,.5],35:[.19444,.69444,0,0,.83334],36:[.05556,.75,0,0,.5],37:[.05556,.75,0,0,.83334],38:[0,.69444,0,0,.77778],39:[0,.69444,0,0,.27778],40:[.25,.75,0,0,.38889],41:[.25,.75,0,0,.38889],42:[0,.75,0,0,.5],43:[.08333,.58333,0,0,.77778],44:[.19444,.10556,0,0,.27778],45:[0,.43056,0,0,.33333],46:[0,.10556,0,0,.27778],47:[.25,.75,0,0,.5],48:[0,.64444,0,0,.5],49:[0,.64444,0,0,.5],50:[0,.64444,0,0,.5],51:[0,.64444,0,0,.5],52:[0,.64444,0,0,.5],53:[0,.64444,0,0,.5],54:[0,.64444,0,0,.5],55:[0,.64444,0,0,.5],56:[0,.64444,0,0,.5],57:[0,.64444,0,0,.5],58:[0,.43056,0,0,.27778],59:[.19444,.43056,0,0,.27778],60:[.0391,.5391,0,0,.77778],61:[-.13313,.36687,0,0,.77778],62:[.0391,.5391,0,0,.77778],63:[0,.69444,0,0,.47222],64:[0,.69444,0,0,.77778],65:[0,.68333,0,0,.75],66:[0,.68333,0,0,.70834],67:[0,.68333,0,0,.72222],68:[0,.68333,0,0,.76389],69:[0,.68333,0,0,.68056],70:[0,.68333,0,0,.65278],71:[0,.68333,0,0,.78472],72:[0,.68333,0,0,.75],73:[0,.68333,0,0,.36111],74:[0,.68333,0,0,.51389],75:[0,.68333,0,0,.77778],76:[0,.68333,0,0,.625],77:[0,.68333,0,0,.91667],78:[0,.68333,0,0,.75],79:[0,.68333,0,0,.77778],80:[0,.68333,0,0,.68056],81:[.19444,.68333,0,0,.77778],82:[0,.68333,0,0,.73611],83:[0,.68333,0,0,.55556],84:[0,.68333,0,0,.72222],85:[0,.68333,0,0,.75],86:[0,.68333,.01389,0,.75],87:[0,.68333,.01389,0,1.02778],88:[0,.68333,0,0,.75],89:[0,.68333,.025,0,.75],90:[0,.68333,0,0,.61111],91:[.25,.75,0,0,.27778],92:[.25,.75,0,0,.5],93:[.25,.75,0,0,.27778],94:[0,.69444,0,0,.5],95:[.31,.12056,.02778,0,.5],97:[0,.43056,0,0,.5],98:[0,.69444,0,0,.55556],99:[0,.43056,0,0,.44445],100:[0,.69444,0,0,.55556],101:[0,.43056,0,0,.44445],102:[0,.69444,.07778,0,.30556],103:[.19444,.43056,.01389,0,.5],104:[0,.69444,0,0,.55556],105:[0,.66786,0,0,.27778],106:[.19444,.66786,0,0,.30556],107:[0,.69444,0,0,.52778],108:[0,.69444,0,0,.27778],109:[0,.43056,0,0,.83334],110:[0,.43056,0,0,.55556],111:[0,.43056,0,0,.5],112:[.19444,.43056,0,0,.55556],113:[.19444,.43056,0,0,.52778],114:[0,.43056,0,0,.39167],115:[0,.43056,0,0,.39445],116:[0,.61508,0,0,.38889],117:[0,.43056,0,0,.55556],118:[0,.43056,.01389,0,.52778],119:[0,.43056,.01389,0,.72222],120:[0,.43056,0,0,.52778],121:[.19444,.43056,.01389,0,.52778],122:[0,.43056,0,0,.44445],123:[.25,.75,0,0,.5],124:[.25,.75,0,0,.27778],125:[.25,.75,0,0,.5],126:[.35,.31786,0,0,.5],160:[0,0,0,0,.25],163:[0,.69444,0,0,.76909],167:[.19444,.69444,0,0,.44445],168:[0,.66786,0,0,.5],172:[0,.43056,0,0,.66667],176:[0,.69444,0,0,.75],177:[.08333,.58333,0,0,.77778],182:[.19444,.69444,0,0,.61111],184:[.17014,0,0,0,.44445],198:[0,.68333,0,0,.90278],215:[.08333,.58333,0,0,.77778],216:[.04861,.73194,0,0,.77778],223:[0,.69444,0,0,.5],230:[0,.43056,0,0,.72222],247:[.08333,.58333,0,0,.77778],248:[.09722,.52778,0,0,.5],305:[0,.43056,0,0,.27778],338:[0,.68333,0,0,1.01389],339:[0,.43056,0,0,.77778],567:[.19444,.43056,0,0,.30556],710:[0,.69444,0,0,.5],711:[0,.62847,0,0,.5],713:[0,.56778,0,0,.5],714:[0,.69444,0,0,.5],715:[0,.69444,0,0,.5],728:[0,.69444,0,0,.5],729:[0,.66786,0,0,.27778],730:[0,.69444,0,0,.75],732:[0,.66786,0,0,.5],733:[0,.69444,0,0,.5],915:[0,.68333,0,0,.625],916:[0,.68333,0,0,.83334],920:[0,.68333,0,0,.77778],923:[0,.68333,0,0,.69445],926:[0,.68333,0,0,.66667],928:[0,.68333,0,0,.75],931:[0,.68333,0,0,.72222],933:[0,.68333,0,0,.77778],934:[0,.68333,0,0,.72222],936:[0,.68333,0,0,.77778],937:[0,.68333,0,0,.72222],8211:[0,.43056,.02778,0,.5],8212:[0,.43056,.02778,0,1],8216:[0,.69444,0,0,.27778],8217:[0,.69444,0,0,.27778],8220:[0,.69444,0,0,.5],8221:[0,.69444,0,0,.5],8224:[.19444,.69444,0,0,.44445],8225:[.19444,.69444,0,0,.44445],8230:[0,.123,0,0,1.172],8242:[0,.55556,0,0,.275],8407:[0,.71444,.15382,0,.5],8463:[0,.68889,0,0,.54028],8465:[0,.69444,0,0,.72222],8467:[0,.69444,0,.11111,.41667],8472:[.19444,.43056,0,.11111,.63646],8476:[0,.69444,0,0,.72222],8501:[0,.69444,0,0,.61111],8592:[-.13313,.36687,0,0,1],8593:[.19444,.69444,0,0,.5],8594:[-.13313,.36687,0,0,1],8595:[.19444,.69444,0,0,.5],8596:[-.13313,.36687,0,0,1],8597:[.25,.75,0,0,.5],8598:[.19444,.69444,0,0,1],8599:[.19444,.69444,0,0,1],8600:[.19444,.69444,0,0,1],8601:[.19444,.69444,0,0,1],8614:[.011,.511,0,0,1],8617:[.011,.511,0,0,1.126],8618:[.011,.511,0,0,1.126],8636:[-.13313,.36687,0,0,1],8637:[-.13313,.36687,0,0,1],8640:[-.13313,.36687,0,0,1],8641:[-.13313,.36687,0,0,1],8652:[.011,.671,0,0,1],8656:[-.13313,.36687,0,0,1],8657:[.19444,.69444,0,0,.61111],8658:[-.13313,.36687,0,0,1],8659:[.19444,.69444,0,0,.61111],8660:[-.13313,.36687,0,0,1],8661:[.25,.75,0,0,.61111],8704:[0,.69444,0,0,.55556],8706:[0,.69444,.05556,.08334,.5309],8707:[0,.69444,0,0,.55556],8709:[.05556,.75,0,0,.5],8711:[0,.68333,0,0,.83334],8712:[.0391,.5391,0,0,.66667],8715:[.0391,.5391,0,0,.66667],8722:[.08333,.58333,0,0,.77778],8723:[.08333,.58333,0,0,.77778],8725:[.25,.75,0,0,.5],8726:[.25,.75,0,0,.5],8727:[-.03472,.46528,0,0,.5],8728:[-.05555,.44445,0,0,.5],8729:[-.05555,.44445,0,0,.5],8730:[.2,.8,0,0,.83334],8733:[0,.43056,0,0,.77778],8734:[0,.43056,0,0,1],8736:[0,.69224,0,0,.72222],8739:[.25,.75,0,0,.27778],8741:[.25,.75,0,0,.5],8743:[0,.55556,0,0,.66667],8744:[0,.55556,0,0,.66667],8745:[0,.55556,0,0,.66667],8746:[0,.55556,0,0,.66667],8747:[.19444,.69444,.11111,0,.41667],8764:[-.13313,.36687,0,0,.77778],8768:[.19444,.69444,0,0,.27778],8771:[-.03625,.46375,0,0,.77778],8773:[-.022,.589,0,0,.778],8776:[-.01688,.48312,0,0,.77778],8781:[-.03625,.46375,0,0,.77778],8784:[-.133,.673,0,0,.778],8801:[-.03625,.46375,0,0,.77778],8804:[.13597,.63597,0,0,.77778],8805:[.13597,.63597,0,0,.77778],8810:[.0391,.5391,0,0,1],8811:[.0391,.5391,0,0,1],8826:[.0391,.5391,0,0,.77778],8827:[.0391,.5391,0,0,.77778],8834:[.0391,.5391,0,0,.77778],8835:[.0391,.5391,0,0,.77778],8838:[.13597,.63597,0,0,.77778],8839:[.13597,.63597,0,0,.77778],8846:[0,.55556,0,0,.66667],8849:[.13597,.63597,0,0,.77778],8850:[.13597,.63597,0,0,.77778],8851:[0,.55556,0,0,.66667],8852:[0,.55556,0,0,.66667],8853:[.08333,.58333,0,0,.77778],8854:[.08333,.58333,0,0,.77778],8855:[.08333,.58333,0,0,.77778],8856:[.08333,.58333,0,0,.77778],8857:[.08333,.58333,0,0,.77778],8866:[0,.69444,0,0,.61111],8867:[0,.69444,0,0,.61111],8868:[0,.69444,0,0,.77778],8869:[0,.69444,0,0,.77778],8872:[.249,.75,0,0,.867],8900:[-.05555,.44445,0,0,.5],8901:[-.05555,.44445,0,0,.27778],8902:[-.03472,.46528,0,0,.5],8904:[.005,.505,0,0,.9],8942:[.03,.903,0,0,.278],8943:[-.19,.313,0,0,1.172],8945:[-.1,.823,0,0,1.282],8968:[.25,.75,0,0,.44445],8969:[.25,.75,0,0,.44445],8970:[.25,.75,0,0,.44445],8971:[.25,.75,0,0,.44445],8994:[-.14236,.35764,0,0,1],8995:[-.14236,.35764,0,0,1],9136:[.244,.744,0,0,.412],9137:[.244,.745,0,0,.412],9651:[.19444,.69444,0,0,.88889],9657:[-.03472,.46528,0,0,.5],9661:[.19444,.69444,0,0,.88889],9667:[-.03472,.46528,0,0,.5],9711:[.19444,.69444,0,0,1],9824:[.12963,.69444,0,0,.77778],9825:[.12963,.69444,0,0,.77778],9826:[.12963,.69444,0,0,.77778],9827:[.12963,.69444,0,0,.77778],9837:[0,.75,0,0,.38889],9838:[.19444,.69444,0,0,.38889],9839:[.19444,.69444,0,0,.38889],10216:[.25,.75,0,0,.38889],10217:[.25,.75,0,0,.38889],10222:[.244,.744,0,0,.412],10223:[.244,.745,0,0,.412],10229:[.011,.511,0,0,1.609],10230:[.011,.511,0,0,1.638],10231:[.011,.511,0,0,1.859],10232:[.024,.525,0,0,1.609],10233:[.024,.525,0,0,1.638],10234:[.024,.525,0,0,1.858],10236:[.011,.511,0,0,1.638],10815:[0,.68333,0,0,.75],10927:[.13597,.63597,0,0,.77778],10928:[.13597,.63597,0,0,.77778],57376:[.19444,.69444,0,0,0]},"Math-BoldItalic":{32:[0,0,0,0,.25],48:[0,.44444,0,0,.575],49:[0,.44444,0,0,.575],50:[0,.44444,0,0,.575],51:[.19444,.44444,0,0,.575],52:[.19444,.44444,0,0,.575],53:[.19444,.44444,0,0,.575],54:[0,.64444,0,0,.575],55:[.19444,.44444,0,0,.575],56:[0,.64444,0,0,.575],57:[.19444,.44444,0,0,.575],65:[0,.68611,0,0,.86944],66:[0,.68611,.04835,0,.8664],67:[0,.68611,.06979,0,.81694],68:[0,.68611,.03194,0,.93812],69:[0,.68611,.05451,0,.81007],70:[0,.68611,.15972,0,.68889],71:[0,.68611,0,0,.88673],72:[0,.68611,.08229,0,.98229],73:[0,.68611,.07778,0,.51111],74:[0,.68611,.10069,0,.63125],75:[0,.68611,.06979,0,.97118],76:[0,.68611,0,0,.75555],77:[0,.68611,.11424,0,1.14201],78:[0,.68611,.11424,0,.95034],79:[0,.68611,.03194,0,.83666],80:[0,.68611,.15972,0,.72309],81:[.19444,.68611,0,0,.86861],82:[0,.68611,.00421,0,.87235],83:[0,.68611,.05382,0,.69271],84:[0,.68611,.15972,0,.63663],85:[0,.68611,.11424,0,.80027],86:[0,.68611,.25555,0,.67778],87:[0,.68611,.15972,0,1.09305],88:[0,.68611,.07778,0,.94722],89:[0,.68611,.25555,0,.67458],90:[0,.68611,.06979,0,.77257],97:[0,.44444,0,0,.63287],98:[0,.69444,0,0,.52083],99:[0,.44444,0,0,.51342],100:[0,.69444,0,0,.60972],101:[0,.44444,0,0,.55361],102:[.19444,.69444,.11042,0,.56806],103:[.19444,.44444,.03704,0,.5449],104:[0,.69444,0,0,.66759],105:[0,.69326,0,0,.4048],106:[.19444,.69326,.0622,0,.47083],107:[0,.69444,.01852,0,.6037],108:[0,.69444,.0088,0,.34815],109:[0,.44444,0,0,1.0324],110:[0,.44444,0,0,.71296],111:[0,.44444,0,0,.58472],112:[.19444,.44444,0,0,.60092],113:[.19444,.44444,.03704,0,.54213],114:[0,.44444,.03194,0,.5287],115:[0,.44444,0,0,.53125],116:[0,.63492,0,0,.41528],117:[0,.44444,0,0,.68102],118:[0,.44444,.03704,0,.56666],119:[0,.44444,.02778,0,.83148],120:[0,.44444,0,0,.65903],121:[.19444,.44444,.03704,0,.59028],122:[0,.44444,.04213,0,.55509],160:[0,0,0,0,.25],915:[0,.68611,.15972,0,.65694],916:[0,.68611,0,0,.95833],920:[0,.68611,.03194,0,.86722],923:[0,.68611,0,0,.80555],926:[0,.68611,.07458,0,.84125],928:[0,.68611,.08229,0,.98229],931:[0,.68611,.05451,0,.88507],933:[0,.68611,.15972,0,.67083],934:[0,.68611,0,0,.76666],936:[0,.68611,.11653,0,.71402],937:[0,.68611,.04835,0,.8789],945:[0,.44444,0,0,.76064],946:[.19444,.69444,.03403,0,.65972],947:[.19444,.44444,.06389,0,.59003],948:[0,.69444,.03819,0,.52222],949:[0,.44444,0,0,.52882],950:[.19444,.69444,.06215,0,.50833],951:[.19444,.44444,.03704,0,.6],952:[0,.69444,.03194,0,.5618],953:[0,.44444,0,0,.41204],954:[0,.44444,0,0,.66759],955:[0,.69444,0,0,.67083],956:[.19444,.44444,0,0,.70787],957:[0,.44444,.06898,0,.57685],958:[.19444,.69444,.03021,0,.50833],959:[0,.44444,0,0,.58472],960:[0,.44444,.03704,0,.68241],961:[.19444,.44444,0,0,.6118],962:[.09722,.44444,.07917,0,.42361],963:[0,.44444,.03704,0,.68588],964:[0,.44444,.13472,0,.52083],965:[0,.44444,.03704,0,.63055],966:[.19444,.44444,0,0,.74722],967:[.19444,.44444,0,0,.71805],968:[.19444,.69444,.03704,0,.75833],969:[0,.44444,.03704,0,.71782],977:[0,.69444,0,0,.69155],981:[.19444,.69444,0,0,.7125],982:[0,.44444,.03194,0,.975],1009:[.19444,.44444,0,0,.6118],1013:[0,.44444,0,0,.48333],57649:[0,.44444,0,0,.39352],57911:[.19444,.44444,0,0,.43889]},"Math-Italic":{32:[0,0,0,0,.25],48:[0,.43056,0,0,.5],49:[0,.43056,0,0,.5],50:[0,.43056,0,0,.5],51:[.19444,.43056,0,0,.5],52:[.19444,.43056,0,0,.5],53:[.19444,.43056,0,0,.5],54:[0,.64444,0,0,.5],55:[.19444,.43056,0,0,.5],56:[0,.64444,0,0,.5],57:[.19444,.43056,0,0,.5],65:[0,.68333,0,.13889,.75],66:[0,.68333,.05017,.08334,.75851],67:[0,.68333,.07153,.08334,.71472],68:[0,.68333,.02778,.05556,.82792],69:[0,.68333,.05764,.08334,.7382],70:[0,.68333,.13889,.08334,.64306],71:[0,.68333,0,.08334,.78625],72:[0,.68333,.08125,.05556,.83125],73:[0,.68333,.07847,.11111,.43958],74:[0,.68333,.09618,.16667,.55451],75:[0,.68333,.07153,.05556,.84931],76:[0,.68333,0,.02778,.68056],77:[0,.68333,.10903,.08334,.97014],78:[0,.68333,.10903,.08334,.80347],79:[0,.68333,.02778,.08334,.76278],80:[0,.68333,.13889,.08334,.64201],81:[.19444,.68333,0,.08334,.79056],82:[0,.68333,.00773,.08334,.75929],83:[0,.68333,.05764,.08334,.6132],84:[0,.68333,.13889,.08334,.58438],85:[0,.68333,.10903,.02778,.68278],86:[0,.68333,.22222,0,.58333],87:[0,.68333,.13889,0,.94445],88:[0,.68333,.07847,.08334,.82847],89:[0,.68333,.22222,0,.58056],90:[0,.68333,.07153,.08334,.68264],97:[0,.43056,0,0,.52859],98:[0,.69444,0,0,.42917],99:[0,.43056,0,.05556,.43276],100:[0,.69444,0,.16667,.52049],101:[0,.43056,0,.05556,.46563],102:[.19444,.69444,.10764,.16667,.48959],103:[.19444,.43056,.03588,.02778,.47697],104:[0,.69444,0,0,.57616],105:[0,.65952,0,0,.34451],106:[.19444,.65952,.05724,0,.41181],107:[0,.69444,.03148,0,.5206],108:[0,.69444,.01968,.08334,.29838],109:[0,.43056,0,0,.87801],110:[0,.43056,0,0,.60023],111:[0,.43056,0,.05556,.48472],112:[.19444,.43056,0,.08334,.50313],113:[.19444,.43056,.03588,.08334,.44641],114:[0,.43056,.02778,.05556,.45116],115:[0,.43056,0,.05556,.46875],116:[0,.61508,0,.08334,.36111],117:[0,.43056,0,.02778,.57246],118:[0,.43056,.03588,.02778,.48472],119:[0,.43056,.02691,.08334,.71592],120:[0,.43056,0,.02778,.57153],121:[.19444,.43056,.03588,.05556,.49028],122:[0,.43056,.04398,.05556,.46505],160:[0,0,0,0,.25],915:[0,.68333,.13889,.08334,.61528],916:[0,.68333,0,.16667,.83334],920:[0,.68333,.02778,.08334,.76278],923:[0,.68333,0,.16667,.69445],926:[0,.68333,.07569,.08334,.74236],928:[0,.68333,.08125,.05556,.83125],931:[0,.68333,.05764,.08334,.77986],933:[0,.68333,.13889,.05556,.58333],934:[0,.68333,0,.08334,.66667],936:[0,.68333,.11,.05556,.61222],937:[0,.68333,.05017,.08334,.7724],945:[0,.43056,.0037,.02778,.6397],946:[.19444,.69444,.05278,.08334,.56563],947:[.19444,.43056,.05556,0,.51773],948:[0,.69444,.03785,.05556,.44444],949:[0,.43056,0,.08334,.46632],950:[.19444,.69444,.07378,.08334,.4375],951:[.19444,.43056,.03588,.05556,.49653],952:[0,.69444,.02778,.08334,.46944],953:[0,.43056,0,.05556,.35394],954:[0,.43056,0,0,.57616],955:[0,.69444,0,0,.58334],956:[.19444,.43056,0,.02778,.60255],957:[0,.43056,.06366,.02778,.49398],958:[.19444,.69444,.04601,.11111,.4375],959:[0,.43056,0,.05556,.48472],960:[0,.43056,.03588,0,.57003],961:[.19444,.43056,0,.08334,.51702],962:[.09722,.43056,.07986,.08334,.36285],963:[0,.43056,.03588,0,.57141],964:[0,.43056,.1132,.02778,.43715],965:[0,.43056,.03588,.02778,.54028],966:[.19444,.43056,0,.08334,.65417],967:[.19444,.43056,0,.05556,.62569],968:[.19444,.69444,.03588,.11111,.65139],969:[0,.43056,.03588,0,.62245],977:[0,.69444,0,.08334,.59144],981:[.19444,.69444,0,.08334,.59583],982:[0,.43056,.02778,0,.82813],1009:[.19444,.43056,0,.08334,.51702],1013:[0,.43056,0,.05556,.4059],57649:[0,.43056,0,.02778,.32246],57911:[.19444,.43056,0,.08334,.38403]},"SansSerif-Bold":{32:[0,0,0,0,.25],33:[0,.69444,0,0,.36667],34:[0,.69444,0,0,.55834],35:[.19444,.69444,0,0,.91667],36:[.05556,.75,0,0,.55],37:[.05556,.75,0,0,1.02912],38:[0,.69444,0,0,.83056],39:[0,.69444,0,0,.30556],40:[.25,.75,0,0,.42778],41:[.25,.75,0,0,.42778],42:[0,.75,0,0,.55],43:[.11667,.61667,0,0,.85556],44:[.10556,.13056,0,0,.30556],45:[0,.45833,0,0,.36667],46:[0,.13056,0,0,.30556],47:[.25,.75,0,0,.55],48:[0,.69444,0,0,.55],49:[0,.69444,0,0,.55],50:[0,.69444,0,0,.55],51:[0,.69444,0,0,.55],52:[0,.69444,0,0,.55],53:[0,.69444,0,0,.55],54:[0,.69444,0,0,.55],55:[0,.69444,0,0,.55],56:[0,.69444,0,0,.55],57:[0,.69444,0,0,.55],58:[0,.45833,0,0,.30556],59:[.10556,.45833,0,0,.30556],61:[-.09375,.40625,0,0,.85556],63:[0,.69444,0,0,.51945],64:[0,.69444,0,0,.73334],65:[0,.69444,0,0,.73334],66:[0,.69444,0,0,.73334],67:[0,.69444,0,0,.70278],68:[0,.69444,0,0,.79445],69:[0,.69444,0,0,.64167],70:[0,.69444,0,0,.61111],71:[0,.69444,0,0,.73334],72:[0,.69444,0,0,.79445],73:[0,.69444,0,0,.33056],74:[0,.69444,0,0,.51945],75:[0,.69444,0,0,.76389],76:[0,.69444,0,0,.58056],77:[0,.69444,0,0,.97778],78:[0,.69444,0,0,.79445],79:[0,.69444,0,0,.79445],80:[0,.69444,0,0,.70278],81:[.10556,.69444,0,0,.79445],82:[0,.69444,0,0,.70278],83:[0,.69444,0,0,.61111],84:[0,.69444,0,0,.73334],85:[0,.69444,0,0,.76389],86:[0,.69444,.01528,0,.73334],87:[0,.69444,.01528,0,1.03889],88:[0,.69444,0,0,.73334],89:[0,.69444,.0275,0,.73334],90:[0,.69444,0,0,.67223],91:[.25,.75,0,0,.34306],93:[.25,.75,0,0,.34306],94:[0,.69444,0,0,.55],95:[.35,.10833,.03056,0,.55],97:[0,.45833,0,0,.525],98:[0,.69444,0,0,.56111],99:[0,.45833,0,0,.48889],100:[0,.69444,0,0,.56111],101:[0,.45833,0,0,.51111],102:[0,.69444,.07639,0,.33611],103:[.19444,.45833,.01528,0,.55],104:[0,.69444,0,0,.56111],105:[0,.69444,0,0,.25556],106:[.19444,.69444,0,0,.28611],107:[0,.69444,0,0,.53056],108:[0,.69444,0,0,.25556],109:[0,.45833,0,0,.86667],110:[0,.45833,0,0,.56111],111:[0,.45833,0,0,.55],112:[.19444,.45833,0,0,.56111],113:[.19444,.45833,0,0,.56111],114:[0,.45833,.01528,0,.37222],115:[0,.45833,0,0,.42167],116:[0,.58929,0,0,.40417],117:[0,.45833,0,0,.56111],118:[0,.45833,.01528,0,.5],119:[0,.45833,.01528,0,.74445],120:[0,.45833,0,0,.5],121:[.19444,.45833,.01528,0,.5],122:[0,.45833,0,0,.47639],126:[.35,.34444,0,0,.55],160:[0,0,0,0,.25],168:[0,.69444,0,0,.55],176:[0,.69444,0,0,.73334],180:[0,.69444,0,0,.55],184:[.17014,0,0,0,.48889],305:[0,.45833,0,0,.25556],567:[.19444,.45833,0,0,.28611],710:[0,.69444,0,0,.55],711:[0,.63542,0,0,.55],713:[0,.63778,0,0,.55],728:[0,.69444,0,0,.55],729:[0,.69444,0,0,.30556],730:[0,.69444,0,0,.73334],732:[0,.69444,0,0,.55],733:[0,.69444,0,0,.55],915:[0,.69444,0,0,.58056],916:[0,.69444,0,0,.91667],920:[0,.69444,0,0,.85556],923:[0,.69444,0,0,.67223],926:[0,.69444,0,0,.73334],928:[0,.69444,0,0,.79445],931:[0,.69444,0,0,.79445],933:[0,.69444,0,0,.85556],934:[0,.69444,0,0,.79445],936:[0,.69444,0,0,.85556],937:[0,.69444,0,0,.79445],8211:[0,.45833,.03056,0,.55],8212:[0,.45833,.03056,0,1.10001],8216:[0,.69444,0,0,.30556],8217:[0,.69444,0,0,.30556],8220:[0,.69444,0,0,.55834],8221:[0,.69444,0,0,.55834]},"SansSerif-Italic":{32:[0,0,0,0,.25],33:[0,.69444,.05733,0,.31945],34:[0,.69444,.00316,0,.5],35:[.19444,.69444,.05087,0,.83334],36:[.05556,.75,.11156,0,.5],37:[.05556,.75,.03126,0,.83334],38:[0,.69444,.03058,0,.75834],39:[0,.69444,.07816,0,.27778],40:[.25,.75,.13164,0,.38889],41:[.25,.75,.02536,0,.38889],42:[0,.75,.11775,0,.5],43:[.08333,.58333,.02536,0,.77778],44:[.125,.08333,0,0,.27778],45:[0,.44444,.01946,0,.33333],46:[0,.08333,0,0,.27778],47:[.25,.75,.13164,0,.5],48:[0,.65556,.11156,0,.5],49:[0,.65556,.11156,0,.5],50:[0,.65556,.11156,0,.5],51:[0,.65556,.11156,0,.5],52:[0,.65556,.11156,0,.5],53:[0,.65556,.11156,0,.5],54:[0,.65556,.11156,0,.5],55:[0,.65556,.11156,0,.5],56:[0,.65556,.11156,0,.5],57:[0,.65556,.11156,0,.5],58:[0,.44444,.02502,0,.27778],59:[.125,.44444,.02502,0,.27778],61:[-.13,.37,.05087,0,.77778],63:[0,.69444,.11809,0,.47222],64:[0,.69444,.07555,0,.66667],65:[0,.69444,0,0,.66667],66:[0,.69444,.08293,0,.66667],67:[0,.69444,.11983,0,.63889],68:[0,.69444,.07555,0,.72223],69:[0,.69444,.11983,0,.59722],70:[0,.69444,.13372,0,.56945],71:[0,.69444,.11983,0,.66667],72:[0,.69444,.08094,0,.70834],73:[0,.69444,.13372,0,.27778],74:[0,.69444,.08094,0,.47222],75:[0,.69444,.11983,0,.69445],76:[0,.69444,0,0,.54167],77:[0,.69444,.08094,0,.875],78:[0,.69444,.08094,0,.70834],79:[0,.69444,.07555,0,.73611],80:[0,.69444,.08293,0,.63889],81:[.125,.69444,.07555,0,.73611],82:[0,.69444,.08293,0,.64584],83:[0,.69444,.09205,0,.55556],84:[0,.69444,.13372,0,.68056],85:[0,.69444,.08094,0,.6875],86:[0,.69444,.1615,0,.66667],87:[0,.69444,.1615,0,.94445],88:[0,.69444,.13372,0,.66667],89:[0,.69444,.17261,0,.66667],90:[0,.69444,.11983,0,.61111],91:[.25,.75,.15942,0,.28889],93:[.25,.75,.08719,0,.28889],94:[0,.69444,.0799,0,.5],95:[.35,.09444,.08616,0,.5],97:[0,.44444,.00981,0,.48056],98:[0,.69444,.03057,0,.51667],99:[0,.44444,.08336,0,.44445],100:[0,.69444,.09483,0,.51667],101:[0,.44444,.06778,0,.44445],102:[0,.69444,.21705,0,.30556],103:[.19444,.44444,.10836,0,.5],104:[0,.69444,.01778,0,.51667],105:[0,.67937,.09718,0,.23889],106:[.19444,.67937,.09162,0,.26667],107:[0,.69444,.08336,0,.48889],108:[0,.69444,.09483,0,.23889],109:[0,.44444,.01778,0,.79445],110:[0,.44444,.01778,0,.51667],111:[0,.44444,.06613,0,.5],112:[.19444,.44444,.0389,0,.51667],113:[.19444,.44444,.04169,0,.51667],114:[0,.44444,.10836,0,.34167],115:[0,.44444,.0778,0,.38333],116:[0,.57143,.07225,0,.36111],117:[0,.44444,.04169,0,.51667],118:[0,.44444,.10836,0,.46111],119:[0,.44444,.10836,0,.68334],120:[0,.44444,.09169,0,.46111],121:[.19444,.44444,.10836,0,.46111],122:[0,.44444,.08752,0,.43472],126:[.35,.32659,.08826,0,.5],160:[0,0,0,0,.25],168:[0,.67937,.06385,0,.5],176:[0,.69444,0,0,.73752],184:[.17014,0,0,0,.44445],305:[0,.44444,.04169,0,.23889],567:[.19444,.44444,.04169,0,.26667],710:[0,.69444,.0799,0,.5],711:[0,.63194,.08432,0,.5],713:[0,.60889,.08776,0,.5],714:[0,.69444,.09205,0,.5],715:[0,.69444,0,0,.5],728:[0,.69444,.09483,0,.5],729:[0,.67937,.07774,0,.27778],730:[0,.69444,0,0,.73752],732:[0,.67659,.08826,0,.5],733:[0,.69444,.09205,0,.5],915:[0,.69444,.13372,0,.54167],916:[0,.69444,0,0,.83334],920:[0,.69444,.07555,0,.77778],923:[0,.69444,0,0,.61111],926:[0,.69444,.12816,0,.66667],928:[0,.69444,.08094,0,.70834],931:[0,.69444,.11983,0,.72222],933:[0,.69444,.09031,0,.77778],934:[0,.69444,.04603,0,.72222],936:[0,.69444,.09031,0,.77778],937:[0,.69444,.08293,0,.72222],8211:[0,.44444,.08616,0,.5],8212:[0,.44444,.08616,0,1],8216:[0,.69444,.07816,0,.27778],8217:[0,.69444,.07816,0,.27778],8220:[0,.69444,.14205,0,.5],8221:[0,.69444,.00316,0,.5]},"SansSerif-Regular":{32:[0,0,0,0,.25],33:[0,.69444,0,0,.31945],34:[0,.69444,0,0,.5],35:[.19444,.69444,0,0,.83334],36:[.05556,.75,0,0,.5],37:[.05556,.75,0,0,.83334],38:[0,.69444,0,0,.75834],39:[0,.69444,0,0,.27778],40:[.25,.75,0,0,.38889],41:[.25,.75,0,0,.38889],42:[0,.75,0,0,.5],43:[.08333,.58333,0,0,.77778],44:[.125,.08333,0,0,.27778],45:[0,.44444,0,0,.33333],46:[0,.08333,0,0,.27778],47:[.25,.75,0,0,.5],48:[0,.65556,0,0,.5],49:[0,.65556,0,0,.5],50:[0,.65556,0,0,.5],51:[0,.65556,0,0,.5],52:[0,.65556,0,0,.5],53:[0,.65556,0,0,.5],54:[0,.65556,0,0,.5],55:[0,.65556,0,0,.5],56:[0,.65556,0,0,.5],57:[0,.65556,0,0,.5],58:[0,.44444,0,0,.27778],59:[.125,.44444,0,0,.27778],61:[-.13,.37,0,0,.77778],63:[0,.69444,0,0,.47222],64:[0,.69444,0,0,.66667],65:[0,.69444,0,0,.66667],66:[0,.69444,0,0,.66667],67:[0,.69444,0,0,.63889],68:[0,.69444,0,0,.72223],69:[0,.69444,0,0,.59722],70:[0,.69444,0,0,.56945],71:[0,.69444,0,0,.66667],72:[0,.69444,0,0,.70834],73:[0,.69444,0,0,.27778],74:[0,.69444,0,0,.47222],75:[0,.69444,0,0,.69445],76:[0,.69444,0,0,.54167],77:[0,.69444,0,0,.875],78:[0,.69444,0,0,.70834],79:[0,.69444,0,0,.73611],80:[0,.69444,0,0,.63889],81:[.125,.69444,0,0,.73611],82:[0,.69444,0,0,.64584],83:[0,.69444,0,0,.55556],84:[0,.69444,0,0,.68056],85:[0,.69444,0,0,.6875],86:[0,.69444,.01389,0,.66667],87:[0,.69444,.01389,0,.94445],88:[0,.69444,0,0,.66667],89:[0,.69444,.025,0,.66667],90:[0,.69444,0,0,.61111],91:[.25,.75,0,0,.28889],93:[.25,.75,0,0,.28889],94:[0,.69444,0,0,.5],95:[.35,.09444,.02778,0,.5],97:[0,.44444,0,0,.48056],98:[0,.69444,0,0,.51667],99:[0,.44444,0,0,.44445],100:[0,.69444,0,0,.51667],101:[0,.44444,0,0,.44445],102:[0,.69444,.06944,0,.30556],103:[.19444,.44444,.01389,0,.5],104:[0,.69444,0,0,.51667],105:[0,.67937,0,0,.23889],106:[.19444,.67937,0,0,.26667],107:[0,.69444,0,0,.48889],108:[0,.69444,0,0,.23889],109:[0,.44444,0,0,.79445],110:[0,.44444,0,0,.51667],111:[0,.44444,0,0,.5],112:[.19444,.44444,0,0,.51667],113:[.19444,.44444,0,0,.51667],114:[0,.44444,.01389,0,.34167],115:[0,.44444,0,0,.38333],116:[0,.57143,0,0,.36111],117:[0,.44444,0,0,.51667],118:[0,.44444,.01389,0,.46111],119:[0,.44444,.01389,0,.68334],120:[0,.44444,0,0,.46111],121:[.19444,.44444,.01389,0,.46111],122:[0,.44444,0,0,.43472],126:[.35,.32659,0,0,.5],160:[0,0,0,0,.25],168:[0,.67937,0,0,.5],176:[0,.69444,0,0,.66667],184:[.17014,0,0,0,.44445],305:[0,.44444,0,0,.23889],567:[.19444,.44444,0,0,.26667],710:[0,.69444,0,0,.5],711:[0,.63194,0,0,.5],713:[0,.60889,0,0,.5],714:[0,.69444,0,0,.5],715:[0,.69444,0,0,.5],728:[0,.69444,0,0,.5],729:[0,.67937,0,0,.27778],730:[0,.69444,0,0,.66667],732:[0,.67659,0,0,.5],733:[0,.69444,0,0,.5],915:[0,.69444,0,0,.54167],916:[0,.69444,0,0,.83334],920:[0,.69444,0,0,.77778],923:[0,.69444,0,0,.61111],926:[0,.69444,0,0,.66667],928:[0,.69444,0,0,.70834],931:[0,.69444,0,0,.72222],933:[0,.69444,0,0,.77778],934:[0,.69444,0,0,.72222],936:[0,.69444,0,0,.77778],937:[0,.69444,0,0,.72222],8211:[0,.44444,.02778,0,.5],8212:[0,.44444,.02778,0,1],8216:[0,.69444,0,0,.27778],8217:[0,.69444,0,0,.27778],8220:[0,.69444,0,0,.5],8221:[0,.69444,0,0,.5]},"Script-Regular":{32:[0,0,0,0,.25],65:[0,.7,.22925,0,.80253],66:[0,.7,.04087,0,.90757],67:[0,.7,.1689,0,.66619],68:[0,.7,.09371,0,.77443],69:[0,.7,.18583,0,.56162],70:[0,.7,.13634,0,.89544],71:[0,.7,.17322,0,.60961],72:[0,.7,.29694,0,.96919],73:[0,.7,.19189,0,.80907],74:[.27778,.7,.19189,0,1.05159],75:[0,.7,.31259,0,.91364],76:[0,.7,.19189,0,.87373],77:[0,.7,.15981,0,1.08031],78:[0,.7,.3525,0,.9015],79:[0,.7,.08078,0,.73787],80:[0,.7,.08078,0,1.01262],81:[0,.7,.03305,0,.88282],82:[0,.7,.06259,0,.85],83:[0,.7,.19189,0,.86767],84:[0,.7,.29087,0,.74697],85:[0,.7,.25815,0,.79996],86:[0,.7,.27523,0,.62204],87:[0,.7,.27523,0,.80532],88:[0,.7,.26006,0,.94445],89:[0,.7,.2939,0,.70961],90:[0,.7,.24037,0,.8212],160:[0,0,0,0,.25]},"Size1-Regular":{32:[0,0,0,0,.25],40:[.35001,.85,0,0,.45834],41:[.35001,.85,0,0,.45834],47:[.35001,.85,0,0,.57778],91:[.35001,.85,0,0,.41667],92:[.35001,.85,0,0,.57778],93:[.35001,.85,0,0,.41667],123:[.35001,.85,0,0,.58334],125:[.35001,.85,0,0,.58334],160:[0,0,0,0,.25],710:[0,.72222,0,0,.55556],732:[0,.72222,0,0,.55556],770:[0,.72222,0,0,.55556],771:[0,.72222,0,0,.55556],8214:[-99e-5,.601,0,0,.77778],8593:[1e-5,.6,0,0,.66667],8595:[1e-5,.6,0,0,.66667],8657:[1e-5,.6,0,0,.77778],8659:[1e-5,.6,0,0,.77778],8719:[.25001,.75,0,0,.94445],8720:[.25001,.75,0,0,.94445],8721:[.25001,.75,0,0,1.05556],8730:[.35001,.85,0,0,1],8739:[-.00599,.606,0,0,.33333],8741:[-.00599,.606,0,0,.55556],8747:[.30612,.805,.19445,0,.47222],8748:[.306,.805,.19445,0,.47222],8749:[.306,.805,.19445,0,.47222],8750:[.30612,.805,.19445,0,.47222],8896:[.25001,.75,0,0,.83334],8897:[.25001,.75,0,0,.83334],8898:[.25001,.75,0,0,.83334],8899:[.25001,.75,0,0,.83334],8968:[.35001,.85,0,0,.47222],8969:[.35001,.85,0,0,.47222],8970:[.35001,.85,0,0,.47222],8971:[.35001,.85,0,0,.47222],9168:[-99e-5,.601,0,0,.66667],10216:[.35001,.85,0,0,.47222],10217:[.35001,.85,0,0,.47222],10752:[.25001,.75,0,0,1.11111],10753:[.25001,.75,0,0,1.11111],10754:[.25001,.75,0,0,1.11111],10756:[.25001,.75,0,0,.83334],10758:[.25001,.75,0,0,.83334]},"Size2-Regular":{32:[0,0,0,0,.25],40:[.65002,1.15,0,0,.59722],41:[.65002,1.15,0,0,.59722],47:[.65002,1.15,0,0,.81111],91:[.65002,1.15,0,0,.47222],92:[.65002,1.15,0,0,.81111],93:[.65002,1.15,0,0,.47222],123:[.65002,1.15,0,0,.66667],125:[.65002,1.15,0,0,.66667],160:[0,0,0,0,.25],710:[0,.75,0,0,1],732:[0,.75,0,0,1],770:[0,.75,0,0,1],771:[0,.75,0,0,1],8719:[.55001,1.05,0,0,1.27778],8720:[.55001,1.05,0,0,1.27778],8721:[.55001,1.05,0,0,1.44445],8730:[.65002,1.15,0,0,1],8747:[.86225,1.36,.44445,0,.55556],8748:[.862,1.36,.44445,0,.55556],8749:[.862,1.36,.44445,0,.55556],8750:[.86225,1.36,.44445,0,.55556],8896:[.55001,1.05,0,0,1.11111],8897:[.55001,1.05,0,0,1.11111],8898:[.55001,1.05,0,0,1.11111],8899:[.55001,1.05,0,0,1.11111],8968:[.65002,1.15,0,0,.52778],8969:[.65002,1.15,0,0,.52778],8970:[.65002,1.15,0,0,.52778],8971:[.65002,1.15,0,0,.52778],10216:[.65002,1.15,0,0,.61111],10217:[.65002,1.15,0,0,.61111],10752:[.55001,1.05,0,0,1.51112],10753:[.55001,1.05,0,0,1.51112],10754:[.55001,1.05,0,0,1.51112],10756:[.55001,1.05,0,0,1.11111],10758:[.55001,1.05,0,0,1.11111]},"Size3-Regular":{32:[0,0,0,0,.25],40:[.95003,1.45,0,0,.73611],41:[.95003,1.45,0,0,.73611],47:[.95003,1.45,0,0,1.04445],91:[.95003,1.45,0,0,.52778],92:[.95003,1.45,0,0,1.04445],93:[.95003,1.45,0,0,.52778],123:[.95003,1.45,0,0,.75],125:[.95003,1.45,0,0,.75],160:[0,0,0,0,.25],710:[0,.75,0,0,1.44445],732:[0,.75,0,0,1.44445],770:[0,.75,0,0,1.44445],771:[0,.75,0,0,1.44445],8730:[.95003,1.45,0,0,1],8968:[.95003,1.45,0,0,.58334],8969:[.95003,1.45,0,0,.58334],8970:[.95003,1.45,0,0,.58334],8971:[.95003,1.45,0,0,.58334],10216:[.95003,1.45,0,0,.75],10217:[.95003,1.45,0,0,.75]},"Size4-Regular":{32:[0,0,0,0,.25],40:[1.25003,1.75,0,0,.79167],41:[1.25003,1.75,0,0,.79167],47:[1.25003,1.75,0,0,1.27778],91:[1.25003,1.75,0,0,.58334],92:[1.25003,1.75,0,0,1.27778],93:[1.25003,1.75,0,0,.58334],123:[1.25003,1.75,0,0,.80556],125:[1.25003,1.75,0,0,.80556],160:[0,0,0,0,.25],710:[0,.825,0,0,1.8889],732:[0,.825,0,0,1.8889],770:[0,.825,0,0,1.8889],771:[0,.825,0,0,1.8889],8730:[1.25003,1.75,0,0,1],8968:[1.25003,1.75,0,0,.63889],8969:[1.25003,1.75,0,0,.63889],8970:[1.25003,1.75,0,0,.63889],8971:[1.25003,1.75,0,0,.63889],9115:[.64502,1.155,0,0,.875],9116:[1e-5,.6,0,0,.875],9117:[.64502,1.155,0,0,.875],9118:[.64502,1.155,0,0,.875],9119:[1e-5,.6,0,0,.875],9120:[.64502,1.155,0,0,.875],9121:[.64502,1.155,0,0,.66667],9122:[-99e-5,.601,0,0,.66667],9123:[.64502,1.155,0,0,.66667],9124:[.64502,1.155,0,0,.66667],9125:[-99e-5,.601,0,0,.66667],9126:[.64502,1.155,0,0,.66667],9127:[1e-5,.9,0,0,.88889],9128:[.65002,1.15,0,0,.88889],9129:[.90001,0,0,0,.88889],9130:[0,.3,0,0,.88889],9131:[1e-5,.9,0,0,.88889],9132:[.65002,1.15,0,0,.88889],9133:[.90001,0,0,0,.88889],9143:[.88502,.915,0,0,1.05556],10216:[1.25003,1.75,0,0,.80556],10217:[1.25003,1.75,0,0,.80556],57344:[-.00499,.605,0,0,1.05556],57345:[-.00499,.605,0,0,1.05556],57680:[0,.12,0,0,.45],57681:[0,.12,0,0,.45],57682:[0,.12,0,0,.45],57683:[0,.12,0,0,.45]},"Typewriter-Regular":{32:[0,0,0,0,.525],33:[0,.61111,0,0,.525],34:[0,.61111,0,0,.525],35:[0,.61111,0,0,.525],36:[.08333,.69444,0,0,.525],37:[.08333,.69444,0,0,.525],38:[0,.61111,0,0,.525],39:[0,.61111,0,0,.525],40:[.08333,.69444,0,0,.525],41:[.08333,.69444,0,0,.525],42:[0,.52083,0,0,.525],43:[-.08056,.53055,0,0,.525],44:[.13889,.125,0,0,.525],45:[-.08056,.53055,0,0,.525],46:[0,.125,0,0,.525],47:[.08333,.69444,0,0,.525],48:[0,.61111,0,0,.525],49:[0,.61111,0,0,.525],50:[0,.61111,0,0,.525],51:[0,.61111,0,0,.525],52:[0,.61111,0,0,.525],53:[0,.61111,0,0,.525],54:[0,.61111,0,0,.525],55:[0,.61111,0,0,.525],56:[0,.61111,0,0,.525],57:[0,.61111,0,0,.525],58:[0,.43056,0,0,.525],59:[.13889,.43056,0,0,.525],60:[-.05556,.55556,0,0,.525],61:[-.19549,.41562,0,0,.525],62:[-.05556,.55556,0,0,.525],63:[0,.61111,0,0,.525],64:[0,.61111,0,0,.525],65:[0,.61111,0,0,.525],66:[0,.61111,0,0,.525],67:[0,.61111,0,0,.525],68:[0,.61111,0,0,.525],69:[0,.61111,0,0,.525],70:[0,.61111,0,0,.525],71:[0,.61111,0,0,.525],72:[0,.61111,0,0,.525],73:[0,.61111,0,0,.525],74:[0,.61111,0,0,.525],75:[0,.61111,0,0,.525],76:[0,.61111,0,0,.525],77:[0,.61111,0,0,.525],78:[0,.61111,0,0,.525],79:[0,.61111,0,0,.525],80:[0,.61111,0,0,.525],81:[.13889,.61111,0,0,.525],82:[0,.61111,0,0,.525],83:[0,.61111,0,0,.525],84:[0,.61111,0,0,.525],85:[0,.61111,0,0,.525],86:[0,.61111,0,0,.525],87:[0,.61111,0,0,.525],88:[0,.61111,0,0,.525],89:[0,.61111,0,0,.525],90:[0,.61111,0,0,.525],91:[.08333,.69444,0,0,.525],92:[.08333,.69444,0,0,.525],93:[.08333,.69444,0,0,.525],94:[0,.61111,0,0,.525],95:[.09514,0,0,0,.525],96:[0,.61111,0,0,.525],97:[0,.43056,0,0,.525],98:[0,.61111,0,0,.525],99:[0,.43056,0,0,.525],100:[0,.61111,0,0,.525],101:[0,.43056,0,0,.525],102:[0,.61111,0,0,.525],103:[.22222,.43056,0,0,.525],104:[0,.61111,0,0,.525],105:[0,.61111,0,0,.525],106:[.22222,.61111,0,0,.525],107:[0,.61111,0,0,.525],108:[0,.61111,0,0,.525],109:[0,.43056,0,0,.525],110:[0,.43056,0,0,.525],111:[0,.43056,0,0,.525],112:[.22222,.43056,0,0,.525],113:[.22222,.43056,0,0,.525],114:[0,.43056,0,0,.525],115:[0,.43056,0,0,.525],116:[0,.55358,0,0,.525],117:[0,.43056,0,0,.525],118:[0,.43056,0,0,.525],119:[0,.43056,0,0,.525],120:[0,.43056,0,0,.525],121:[.22222,.43056,0,0,.525],122:[0,.43056,0,0,.525],123:[.08333,.69444,0,0,.525],124:[.08333,.69444,0,0,.525],125:[.08333,.69444,0,0,.525],126:[0,.61111,0,0,.525],127:[0,.61111,0,0,.525],160:[0,0,0,0,.525],176:[0,.61111,0,0,.525],184:[.19445,0,0,0,.525],305:[0,.43056,0,0,.525],567:[.22222,.43056,0,0,.525],711:[0,.56597,0,0,.525],713:[0,.56555,0,0,.525],714:[0,.61111,0,0,.525],715:[0,.61111,0,0,.525],728:[0,.61111,0,0,.525],730:[0,.61111,0,0,.525],770:[0,.61111,0,0,.525],771:[0,.61111,0,0,.525],776:[0,.61111,0,0,.525],915:[0,.61111,0,0,.525],916:[0,.61111,0,0,.525],920:[0,.61111,0,0,.525],923:[0,.61111,0,0,.525],926:[0,.61111,0,0,.525],928:[0,.61111,0,0,.525],931:[0,.61111,0,0,.525],933:[0,.61111,0,0,.525],934:[0,.61111,0,0,.525],936:[0,.61111,0,0,.525],937:[0,.61111,0,0,.525],8216:[0,.61111,0,0,.525],8217:[0,.61111,0,0,.525],8242:[0,.61111,0,0,.525],9251:[.11111,.21944,0,0,.525]}},Qh={slant:[.25,.25,.25],space:[0,0,0],stretch:[0,0,0],shrink:[0,0,0],xHeight:[.431,.431,.431],quad:[1,1.171,1.472],extraSpace:[0,0,0],num1:[.677,.732,.925],num2:[.394,.384,.387],num3:[.444,.471,.504],denom1:[.686,.752,1.025],denom2:[.345,.344,.532],sup1:[.413,.503,.504],sup2:[.363,.431,.404],sup3:[.289,.286,.294],sub1:[.15,.143,.2],sub2:[.247,.286,.4],supDrop:[.386,.353,.494],subDrop:[.05,.071,.1],delim1:[2.39,1.7,1.98],delim2:[1.01,1.157,1.42],axisHeight:[.25,.25,.25],defaultRuleThickness:[.04,.049,.049],bigOpSpacing1:[.111,.111,.111],bigOpSpacing2:[.166,.166,.166],bigOpSpacing3:[.2,.2,.2],bigOpSpacing4:[.6,.611,.611],bigOpSpacing5:[.1,.143,.143],sqrtRuleThickness:[.04,.04,.04],ptPerEm:[10,10,10],doubleRuleSep:[.2,.2,.2],arrayRuleWidth:[.04,.04,.04],fboxsep:[.3,.3,.3],fboxrule:[.04,.04,.04]},$m={Å:"A",Ð:"D",Þ:"o",å:"a",ð:"d",þ:"o",А:"A",Б:"B",В:"B",Г:"F",Д:"A",Е:"E",Ж:"K",З:"3",И:"N",Й:"N",К:"K",Л:"N",М:"M",Н:"H",О:"O",П:"N",Р:"P",С:"C",Т:"T",У:"y",Ф:"O",Х:"X",Ц:"U",Ч:"h",Ш:"W",Щ:"W",Ъ:"B",Ы:"X",Ь:"B",Э:"3",Ю:"X",Я:"R",а:"a",б:"b",в:"a",г:"r",д:"y",е:"e",ж:"m",з:"e",и:"n",й:"n",к:"n",л:"n",м:"m",н:"n",о:"o",п:"n",р:"p",с:"c",т:"o",у:"y",ф:"b",х:"x",ц:"n",ч:"n",ш:"w",щ:"w",ъ:"a",ы:"m",ь:"a",э:"e",ю:"m",я:"r"};function p3(n,e){Rr[n]=e}function Ff(n,e,t){if(!Rr[e])throw new Error("Font metrics not found for font: "+e+".");var i=n.charCodeAt(0),r=Rr[e][i];if(!r&&n[0]in $m&&(i=$m[n[0]].charCodeAt(0),r=Rr[e][i]),!r&&t==="text"&&I1(i)&&(r=Rr[e][77]),r)return{depth:r[0],height:r[1],italic:r[2],skew:r[3],width:r[4]}}var ef={};function m3(n){var e;if(n>=5?e=0:n>=3?e=1:e=2,!ef[e]){var t=ef[e]={cssEmPerMu:Qh.quad[e]/18};for(var i of Object.keys(Qh))t[i]=Qh[i][e]}return ef[e]}var mn={math:{},text:{}};function p(n,e,t,i,r,s){mn[n][r]={font:e,group:t,replace:i},s&&i&&(mn[n][i]=mn[n][r])}var _="math",ve="text",w="main",B="ams",gn="accent-token",Ve="bin",Si="close",Ja="inner",rt="mathord",Hn="op-token",Ui="open",dl="punct",z="rel",ts="spacing",$="textord";p(_,w,z,"≡","\\equiv",!0);p(_,w,z,"≺","\\prec",!0);p(_,w,z,"≻","\\succ",!0);p(_,w,z,"∼","\\sim",!0);p(_,w,z,"⊥","\\perp");p(_,w,z,"⪯","\\preceq",!0);p(_,w,z,"⪰","\\succeq",!0);p(_,w,z,"≃","\\simeq",!0);p(_,w,z,"∣","\\mid",!0);p(_,w,z,"≪","\\ll",!0);p(_,w,z,"≫","\\gg",!0);p(_,w,z,"≍","\\asymp",!0);p(_,w,z,"∥","\\parallel");p(_,w,z,"⋈","\\bowtie",!0);p(_,w,z,"⌣","\\smile",!0);p(_,w,z,"⊑","\\sqsubseteq",!0);p(_,w,z,"⊒","\\sqsupseteq",!0);p(_,w,z,"≐","\\doteq",!0);p(_,w,z,"⌢","\\frown",!0);p(_,w,z,"∋","\\ni",!0);p(_,w,z,"∝","\\propto",!0);p(_,w,z,"⊢","\\vdash",!0);p(_,w,z,"⊣","\\dashv",!0);p(_,w,z,"∋","\\owns");p(_,w,dl,".","\\ldotp");p(_,w,dl,"⋅","\\cdotp");p(_,w,dl,"⋅","·");p(ve,w,$,"⋅","·");p(_,w,$,"#","\\#");p(ve,w,$,"#","\\#");p(_,w,$,"&","\\&");p(ve,w,$,"&","\\&");p(_,w,$,"ℵ","\\aleph",!0);p(_,w,$,"∀","\\forall",!0);p(_,w,$,"ℏ","\\hbar",!0);p(_,w,$,"∃","\\exists",!0);p(_,w,$,"∇","\\nabla",!0);p(_,w,$,"♭","\\flat",!0);p(_,w,$,"ℓ","\\ell",!0);p(_,w,$,"♮","\\natural",!0);p(_,w,$,"♣","\\clubsuit",!0);p(_,w,$,"℘","\\wp",!0);p(_,w,$,"♯","\\sharp",!0);p(_,w,$,"♢","\\diamondsuit",!0);p(_,w,$,"ℜ","\\Re",!0);p(_,w,$,"♡","\\heartsuit",!0);p(_,w,$,"ℑ","\\Im",!0);p(_,w,$,"♠","\\spadesuit",!0);p(_,w,$,"§","\\S",!0);p(ve,w,$,"§","\\S");p(_,w,$,"¶","\\P",!0);p(ve,w,$,"¶","\\P");p(_,w,$,"†","\\dag");p(ve,w,$,"†","\\dag");p(ve,w,$,"†","\\textdagger");p(_,w,$,"‡","\\ddag");p(ve,w,$,"‡","\\ddag");p(ve,w,$,"‡","\\textdaggerdbl");p(_,w,Si,"⎱","\\rmoustache",!0);p(_,w,Ui,"⎰","\\lmoustache",!0);p(_,w,Si,"⟯","\\rgroup",!0);p(_,w,Ui,"⟮","\\lgroup",!0);p(_,w,Ve,"∓","\\mp",!0);p(_,w,Ve,"⊖","\\ominus",!0);p(_,w,Ve,"⊎","\\uplus",!0);p(_,w,Ve,"⊓","\\sqcap",!0);p(_,w,Ve,"∗","\\ast");p(_,w,Ve,"⊔","\\sqcup",!0);p(_,w,Ve,"◯","\\bigcirc",!0);p(_,w,Ve,"∙","\\bullet",!0);p(_,w,Ve,"‡","\\ddagger");p(_,w,Ve,"≀","\\wr",!0);p(_,w,Ve,"⨿","\\amalg");p(_,w,Ve,"&","\\And");p(_,w,z,"⟵","\\longleftarrow",!0);p(_,w,z,"⇐","\\Leftarrow",!0);p(_,w,z,"⟸","\\Longleftarrow",!0);p(_,w,z,"⟶","\\longrightarrow",!0);p(_,w,z,"⇒","\\Rightarrow",!0);p(_,w,z,"⟹","\\Longrightarrow",!0);p(_,w,z,"↔","\\leftrightarrow",!0);p(_,w,z,"⟷","\\longleftrightarrow",!0);p(_,w,z,"⇔","\\Leftrightarrow",!0);p(_,w,z,"⟺","\\Longleftrightarrow",!0);p(_,w,z,"↦","\\mapsto",!0);p(_,w,z,"⟼","\\longmapsto",!0);p(_,w,z,"↗","\\nearrow",!0);p(_,w,z,"↩","\\hookleftarrow",!0);p(_,w,z,"↪","\\hookrightarrow",!0);p(_,w,z,"↘","\\searrow",!0);p(_,w,z,"↼","\\leftharpoonup",!0);p(_,w,z,"⇀","\\rightharpoonup",!0);p(_,w,z,"↙","\\swarrow",!0);p(_,w,z,"↽","\\leftharpoondown",!0);p(_,w,z,"⇁","\\rightharpoondown",!0);p(_,w,z,"↖","\\nwarrow",!0);p(_,w,z,"⇌","\\rightleftharpoons",!0);p(_,B,z,"≮","\\nless",!0);p(_,B,z,"","\\@nleqslant");p(_,B,z,"","\\@nleqq");p(_,B,z,"⪇","\\lneq",!0);p(_,B,z,"≨","\\lneqq",!0);p(_,B,z,"","\\@lvertneqq");p(_,B,z,"⋦","\\lnsim",!0);p(_,B,z,"⪉","\\lnapprox",!0);p(_,B,z,"⊀","\\nprec",!0);p(_,B,z,"⋠","\\npreceq",!0);p(_,B,z,"⋨","\\precnsim",!0);p(_,B,z,"⪹","\\precnapprox",!0);p(_,B,z,"≁","\\nsim",!0);p(_,B,z,"","\\@nshortmid");p(_,B,z,"∤","\\nmid",!0);p(_,B,z,"⊬","\\nvdash",!0);p(_,B,z,"⊭","\\nvDash",!0);p(_,B,z,"⋪","\\ntriangleleft");p(_,B,z,"⋬","\\ntrianglelefteq",!0);p(_,B,z,"⊊","\\subsetneq",!0);p(_,B,z,"","\\@varsubsetneq");p(_,B,z,"⫋","\\subsetneqq",!0);p(_,B,z,"","\\@varsubsetneqq");p(_,B,z,"≯","\\ngtr",!0);p(_,B,z,"","\\@ngeqslant");p(_,B,z,"","\\@ngeqq");p(_,B,z,"⪈","\\gneq",!0);p(_,B,z,"≩","\\gneqq",!0);p(_,B,z,"","\\@gvertneqq");p(_,B,z,"⋧","\\gnsim",!0);p(_,B,z,"⪊","\\gnapprox",!0);p(_,B,z,"⊁","\\nsucc",!0);p(_,B,z,"⋡","\\nsucceq",!0);p(_,B,z,"⋩","\\succnsim",!0);p(_,B,z,"⪺","\\succnapprox",!0);p(_,B,z,"≆","\\ncong",!0);p(_,B,z,"","\\@nshortparallel");p(_,B,z,"∦","\\nparallel",!0);p(_,B,z,"⊯","\\nVDash",!0);p(_,B,z,"⋫","\\ntriangleright");p(_,B,z,"⋭","\\ntrianglerighteq",!0);p(_,B,z,"","\\@nsupseteqq");p(_,B,z,"⊋","\\supsetneq",!0);p(_,B,z,"","\\@varsupsetneq");p(_,B,z,"⫌","\\supsetneqq",!0);p(_,B,z,"","\\@varsupsetneqq");p(_,B,z,"⊮","\\nVdash",!0);p(_,B,z,"⪵","\\precneqq",!0);p(_,B,z,"⪶","\\succneqq",!0);p(_,B,z,"","\\@nsubseteqq");p(_,B,Ve,"⊴","\\unlhd");p(_,B,Ve,"⊵","\\unrhd");p(_,B,z,"↚","\\nleftarrow",!0);p(_,B,z,"↛","\\nrightarrow",!0);p(_,B,z,"⇍","\\nLeftarrow",!0);p(_,B,z,"⇏","\\nRightarrow",!0);p(_,B,z,"↮","\\nleftrightarrow",!0);p(_,B,z,"⇎","\\nLeftrightarrow",!0);p(_,B,z,"△","\\vartriangle");p(_,B,$,"ℏ","\\hslash");p(_,B,$,"▽","\\triangledown");p(_,B,$,"◊","\\lozenge");p(_,B,$,"Ⓢ","\\circledS");p(_,B,$,"®","\\circledR");p(ve,B,$,"®","\\circledR");p(_,B,$,"∡","\\measuredangle",!0);p(_,B,$,"∄","\\nexists");p(_,B,$,"℧","\\mho");p(_,B,$,"Ⅎ","\\Finv",!0);p(_,B,$,"⅁","\\Game",!0);p(_,B,$,"‵","\\backprime");p(_,B,$,"▲","\\blacktriangle");p(_,B,$,"▼","\\blacktriangledown");p(_,B,$,"■","\\blacksquare");p(_,B,$,"⧫","\\blacklozenge");p(_,B,$,"★","\\bigstar");p(_,B,$,"∢","\\sphericalangle",!0);p(_,B,$,"∁","\\complement",!0);p(_,B,$,"ð","\\eth",!0);p(ve,w,$,"ð","ð");p(_,B,$,"╱","\\diagup");p(_,B,$,"╲","\\diagdown");p(_,B,$,"□","\\square");p(_,B,$,"□","\\Box");p(_,B,$,"◊","\\Diamond");p(_,B,$,"¥","\\yen",!0);p(ve,B,$,"¥","\\yen",!0);p(_,B,$,"✓","\\checkmark",!0);p(ve,B,$,"✓","\\checkmark");p(_,B,$,"ℶ","\\beth",!0);p(_,B,$,"ℸ","\\daleth",!0);p(_,B,$,"ℷ","\\gimel",!0);p(_,B,$,"ϝ","\\digamma",!0);p(_,B,$,"ϰ","\\varkappa");p(_,B,Ui,"┌","\\@ulcorner",!0);p(_,B,Si,"┐","\\@urcorner",!0);p(_,B,Ui,"└","\\@llcorner",!0);p(_,B,Si,"┘","\\@lrcorner",!0);p(_,B,z,"≦","\\leqq",!0);p(_,B,z,"⩽","\\leqslant",!0);p(_,B,z,"⪕","\\eqslantless",!0);p(_,B,z,"≲","\\lesssim",!0);p(_,B,z,"⪅","\\lessapprox",!0);p(_,B,z,"≊","\\approxeq",!0);p(_,B,Ve,"⋖","\\lessdot");p(_,B,z,"⋘","\\lll",!0);p(_,B,z,"≶","\\lessgtr",!0);p(_,B,z,"⋚","\\lesseqgtr",!0);p(_,B,z,"⪋","\\lesseqqgtr",!0);p(_,B,z,"≑","\\doteqdot");p(_,B,z,"≓","\\risingdotseq",!0);p(_,B,z,"≒","\\fallingdotseq",!0);p(_,B,z,"∽","\\backsim",!0);p(_,B,z,"⋍","\\backsimeq",!0);p(_,B,z,"⫅","\\subseteqq",!0);p(_,B,z,"⋐","\\Subset",!0);p(_,B,z,"⊏","\\sqsubset",!0);p(_,B,z,"≼","\\preccurlyeq",!0);p(_,B,z,"⋞","\\curlyeqprec",!0);p(_,B,z,"≾","\\precsim",!0);p(_,B,z,"⪷","\\precapprox",!0);p(_,B,z,"⊲","\\vartriangleleft");p(_,B,z,"⊴","\\trianglelefteq");p(_,B,z,"⊨","\\vDash",!0);p(_,B,z,"⊪","\\Vvdash",!0);p(_,B,z,"⌣","\\smallsmile");p(_,B,z,"⌢","\\smallfrown");p(_,B,z,"≏","\\bumpeq",!0);p(_,B,z,"≎","\\Bumpeq",!0);p(_,B,z,"≧","\\geqq",!0);p(_,B,z,"⩾","\\geqslant",!0);p(_,B,z,"⪖","\\eqslantgtr",!0);p(_,B,z,"≳","\\gtrsim",!0);p(_,B,z,"⪆","\\gtrapprox",!0);p(_,B,Ve,"⋗","\\gtrdot");p(_,B,z,"⋙","\\ggg",!0);p(_,B,z,"≷","\\gtrless",!0);p(_,B,z,"⋛","\\gtreqless",!0);p(_,B,z,"⪌","\\gtreqqless",!0);p(_,B,z,"≖","\\eqcirc",!0);p(_,B,z,"≗","\\circeq",!0);p(_,B,z,"≜","\\triangleq",!0);p(_,B,z,"∼","\\thicksim");p(_,B,z,"≈","\\thickapprox");p(_,B,z,"⫆","\\supseteqq",!0);p(_,B,z,"⋑","\\Supset",!0);p(_,B,z,"⊐","\\sqsupset",!0);p(_,B,z,"≽","\\succcurlyeq",!0);p(_,B,z,"⋟","\\curlyeqsucc",!0);p(_,B,z,"≿","\\succsim",!0);p(_,B,z,"⪸","\\succapprox",!0);p(_,B,z,"⊳","\\vartriangleright");p(_,B,z,"⊵","\\trianglerighteq");p(_,B,z,"⊩","\\Vdash",!0);p(_,B,z,"∣","\\shortmid");p(_,B,z,"∥","\\shortparallel");p(_,B,z,"≬","\\between",!0);p(_,B,z,"⋔","\\pitchfork",!0);p(_,B,z,"∝","\\varpropto");p(_,B,z,"◀","\\blacktriangleleft");p(_,B,z,"∴","\\therefore",!0);p(_,B,z,"∍","\\backepsilon");p(_,B,z,"▶","\\blacktriangleright");p(_,B,z,"∵","\\because",!0);p(_,B,z,"⋘","\\llless");p(_,B,z,"⋙","\\gggtr");p(_,B,Ve,"⊲","\\lhd");p(_,B,Ve,"⊳","\\rhd");p(_,B,z,"≂","\\eqsim",!0);p(_,w,z,"⋈","\\Join");p(_,B,z,"≑","\\Doteq",!0);p(_,B,Ve,"∔","\\dotplus",!0);p(_,B,Ve,"∖","\\smallsetminus");p(_,B,Ve,"⋒","\\Cap",!0);p(_,B,Ve,"⋓","\\Cup",!0);p(_,B,Ve,"⩞","\\doublebarwedge",!0);p(_,B,Ve,"⊟","\\boxminus",!0);p(_,B,Ve,"⊞","\\boxplus",!0);p(_,B,Ve,"⋇","\\divideontimes",!0);p(_,B,Ve,"⋉","\\ltimes",!0);p(_,B,Ve,"⋊","\\rtimes",!0);p(_,B,Ve,"⋋","\\leftthreetimes",!0);p(_,B,Ve,"⋌","\\rightthreetimes",!0);p(_,B,Ve,"⋏","\\curlywedge",!0);p(_,B,Ve,"⋎","\\curlyvee",!0);p(_,B,Ve,"⊝","\\circleddash",!0);p(_,B,Ve,"⊛","\\circledast",!0);p(_,B,Ve,"⋅","\\centerdot");p(_,B,Ve,"⊺","\\intercal",!0);p(_,B,Ve,"⋒","\\doublecap");p(_,B,Ve,"⋓","\\doublecup");p(_,B,Ve,"⊠","\\boxtimes",!0);p(_,B,z,"⇢","\\dashrightarrow",!0);p(_,B,z,"⇠","\\dashleftarrow",!0);p(_,B,z,"⇇","\\leftleftarrows",!0);p(_,B,z,"⇆","\\leftrightarrows",!0);p(_,B,z,"⇚","\\Lleftarrow",!0);p(_,B,z,"↞","\\twoheadleftarrow",!0);p(_,B,z,"↢","\\leftarrowtail",!0);p(_,B,z,"↫","\\looparrowleft",!0);p(_,B,z,"⇋","\\leftrightharpoons",!0);p(_,B,z,"↶","\\curvearrowleft",!0);p(_,B,z,"↺","\\circlearrowleft",!0);p(_,B,z,"↰","\\Lsh",!0);p(_,B,z,"⇈","\\upuparrows",!0);p(_,B,z,"↿","\\upharpoonleft",!0);p(_,B,z,"⇃","\\downharpoonleft",!0);p(_,w,z,"⊶","\\origof",!0);p(_,w,z,"⊷","\\imageof",!0);p(_,B,z,"⊸","\\multimap",!0);p(_,B,z,"↭","\\leftrightsquigarrow",!0);p(_,B,z,"⇉","\\rightrightarrows",!0);p(_,B,z,"⇄","\\rightleftarrows",!0);p(_,B,z,"↠","\\twoheadrightarrow",!0);p(_,B,z,"↣","\\rightarrowtail",!0);p(_,B,z,"↬","\\looparrowright",!0);p(_,B,z,"↷","\\curvearrowright",!0);p(_,B,z,"↻","\\circlearrowright",!0);p(_,B,z,"↱","\\Rsh",!0);p(_,B,z,"⇊","\\downdownarrows",!0);p(_,B,z,"↾","\\upharpoonright",!0);p(_,B,z,"⇂","\\downharpoonright",!0);p(_,B,z,"⇝","\\rightsquigarrow",!0);p(_,B,z,"⇝","\\leadsto");p(_,B,z,"⇛","\\Rrightarrow",!0);p(_,B,z,"↾","\\restriction");p(_,w,$,"‘","`");p(_,w,$,"$","\\$");p(ve,w,$,"$","\\$");p(ve,w,$,"$","\\textdollar");p(_,w,$,"%","\\%");p(ve,w,$,"%","\\%");p(_,w,$,"_","\\_");p(ve,w,$,"_","\\_");p(ve,w,$,"_","\\textunderscore");p(_,w,$,"∠","\\angle",!0);p(_,w,$,"∞","\\infty",!0);p(_,w,$,"′","\\prime");p(_,w,$,"△","\\triangle");p(_,w,$,"Γ","\\Gamma",!0);p(_,w,$,"Δ","\\Delta",!0);p(_,w,$,"Θ","\\Theta",!0);p(_,w,$,"Λ","\\Lambda",!0);p(_,w,$,"Ξ","\\Xi",!0);p(_,w,$,"Π","\\Pi",!0);p(_,w,$,"Σ","\\Sigma",!0);p(_,w,$,"Υ","\\Upsilon",!0);p(_,w,$,"Φ","\\Phi",!0);p(_,w,$,"Ψ","\\Psi",!0);p(_,w,$,"Ω","\\Omega",!0);p(_,w,$,"A","Α");p(_,w,$,"B","Β");p(_,w,$,"E","Ε");p(_,w,$,"Z","Ζ");p(_,w,$,"H","Η");p(_,w,$,"I","Ι");p(_,w,$,"K","Κ");p(_,w,$,"M","Μ");p(_,w,$,"N","Ν");p(_,w,$,"O","Ο");p(_,w,$,"P","Ρ");p(_,w,$,"T","Τ");p(_,w,$,"X","Χ");p(_,w,$,"¬","\\neg",!0);p(_,w,$,"¬","\\lnot");p(_,w,$,"⊤","\\top");p(_,w,$,"⊥","\\bot");p(_,w,$,"∅","\\emptyset");p(_,B,$,"∅","\\varnothing");p(_,w,rt,"α","\\alpha",!0);p(_,w,rt,"β","\\beta",!0);p(_,w,rt,"γ","\\gamma",!0);p(_,w,rt,"δ","\\delta",!0);p(_,w,rt,"ϵ","\\epsilon",!0);p(_,w,rt,"ζ","\\zeta",!0);p(_,w,rt,"η","\\eta",!0);p(_,w,rt,"θ","\\theta",!0);p(_,w,rt,"ι","\\iota",!0);p(_,w,rt,"κ","\\kappa",!0);p(_,w,rt,"λ","\\lambda",!0);p(_,w,rt,"μ","\\mu",!0);p(_,w,rt,"ν","\\nu",!0);p(_,w,rt,"ξ","\\xi",!0);p(_,w,rt,"ο","\\omicron",!0);p(_,w,rt,"π","\\pi",!0);p(_,w,rt,"ρ","\\rho",!0);p(_,w,rt,"σ","\\sigma",!0);p(_,w,rt,"τ","\\tau",!0);p(_,w,rt,"υ","\\upsilon",!0);p(_,w,rt,"ϕ","\\phi",!0);p(_,w,rt,"χ","\\chi",!0);p(_,w,rt,"ψ","\\psi",!0);p(_,w,rt,"ω","\\omega",!0);p(_,w,rt,"ε","\\varepsilon",!0);p(_,w,rt,"ϑ","\\vartheta",!0);p(_,w,rt,"ϖ","\\varpi",!0);p(_,w,rt,"ϱ","\\varrho",!0);p(_,w,rt,"ς","\\varsigma",!0);p(_,w,rt,"φ","\\varphi",!0);p(_,w,Ve,"∗","*",!0);p(_,w,Ve,"+","+");p(_,w,Ve,"−","-",!0);p(_,w,Ve,"⋅","\\cdot",!0);p(_,w,Ve,"∘","\\circ",!0);p(_,w,Ve,"÷","\\div",!0);p(_,w,Ve,"±","\\pm",!0);p(_,w,Ve,"×","\\times",!0);p(_,w,Ve,"∩","\\cap",!0);p(_,w,Ve,"∪","\\cup",!0);p(_,w,Ve,"∖","\\setminus",!0);p(_,w,Ve,"∧","\\land");p(_,w,Ve,"∨","\\lor");p(_,w,Ve,"∧","\\wedge",!0);p(_,w,Ve,"∨","\\vee",!0);p(_,w,$,"√","\\surd");p(_,w,Ui,"⟨","\\langle",!0);p(_,w,Ui,"∣","\\lvert");p(_,w,Ui,"∥","\\lVert");p(_,w,Si,"?","?");p(_,w,Si,"!","!");p(_,w,Si,"⟩","\\rangle",!0);p(_,w,Si,"∣","\\rvert");p(_,w,Si,"∥","\\rVert");p(_,w,z,"=","=");p(_,w,z,":",":");p(_,w,z,"≈","\\approx",!0);p(_,w,z,"≅","\\cong",!0);p(_,w,z,"≥","\\ge");p(_,w,z,"≥","\\geq",!0);p(_,w,z,"←","\\gets");p(_,w,z,">","\\gt",!0);p(_,w,z,"∈","\\in",!0);p(_,w,z,"","\\@not");p(_,w,z,"⊂","\\subset",!0);p(_,w,z,"⊃","\\supset",!0);p(_,w,z,"⊆","\\subseteq",!0);p(_,w,z,"⊇","\\supseteq",!0);p(_,B,z,"⊈","\\nsubseteq",!0);p(_,B,z,"⊉","\\nsupseteq",!0);p(_,w,z,"⊨","\\models");p(_,w,z,"←","\\leftarrow",!0);p(_,w,z,"≤","\\le");p(_,w,z,"≤","\\leq",!0);p(_,w,z,"<","\\lt",!0);p(_,w,z,"→","\\rightarrow",!0);p(_,w,z,"→","\\to");p(_,B,z,"≱","\\ngeq",!0);p(_,B,z,"≰","\\nleq",!0);p(_,w,ts," ","\\ ");p(_,w,ts," ","\\space");p(_,w,ts," ","\\nobreakspace");p(ve,w,ts," ","\\ ");p(ve,w,ts," "," ");p(ve,w,ts," ","\\space");p(ve,w,ts," ","\\nobreakspace");p(_,w,ts,"","\\nobreak");p(_,w,ts,"","\\allowbreak");p(_,w,dl,",",",");p(_,w,dl,";",";");p(_,B,Ve,"⊼","\\barwedge",!0);p(_,B,Ve,"⊻","\\veebar",!0);p(_,w,Ve,"⊙","\\odot",!0);p(_,w,Ve,"⊕","\\oplus",!0);p(_,w,Ve,"⊗","\\otimes",!0);p(_,w,$,"∂","\\partial",!0);p(_,w,Ve,"⊘","\\oslash",!0);p(_,B,Ve,"⊚","\\circledcirc",!0);p(_,B,Ve,"⊡","\\boxdot",!0);p(_,w,Ve,"△","\\bigtriangleup");p(_,w,Ve,"▽","\\bigtriangledown");p(_,w,Ve,"†","\\dagger");p(_,w,Ve,"⋄","\\diamond");p(_,w,Ve,"⋆","\\star");p(_,w,Ve,"◃","\\triangleleft");p(_,w,Ve,"▹","\\triangleright");p(_,w,Ui,"{","\\{");p(ve,w,$,"{","\\{");p(ve,w,$,"{","\\textbraceleft");p(_,w,Si,"}","\\}");p(ve,w,$,"}","\\}");p(ve,w,$,"}","\\textbraceright");p(_,w,Ui,"{","\\lbrace");p(_,w,Si,"}","\\rbrace");p(_,w,Ui,"[","\\lbrack",!0);p(ve,w,$,"[","\\lbrack",!0);p(_,w,Si,"]","\\rbrack",!0);p(ve,w,$,"]","\\rbrack",!0);p(_,w,Ui,"(","\\lparen",!0);p(_,w,Si,")","\\rparen",!0);p(ve,w,$,"<","\\textless",!0);p(ve,w,$,">","\\textgreater",!0);p(_,w,Ui,"⌊","\\lfloor",!0);p(_,w,Si,"⌋","\\rfloor",!0);p(_,w,Ui,"⌈","\\lceil",!0);p(_,w,Si,"⌉","\\rceil",!0);p(_,w,$,"\\","\\backslash");p(_,w,$,"∣","|");p(_,w,$,"∣","\\vert");p(ve,w,$,"|","\\textbar",!0);p(_,w,$,"∥","\\|");p(_,w,$,"∥","\\Vert");p(ve,w,$,"∥","\\textbardbl");p(ve,w,$,"~","\\textasciitilde");p(ve,w,$,"\\","\\textbackslash");p(ve,w,$,"^","\\textasciicircum");p(_,w,z,"↑","\\uparrow",!0);p(_,w,z,"⇑","\\Uparrow",!0);p(_,w,z,"↓","\\downarrow",!0);p(_,w,z,"⇓","\\Downarrow",!0);p(_,w,z,"↕","\\updownarrow",!0);p(_,w,z,"⇕","\\Updownarrow",!0);p(_,w,Hn,"∐","\\coprod");p(_,w,Hn,"⋁","\\bigvee");p(_,w,Hn,"⋀","\\bigwedge");p(_,w,Hn,"⨄","\\biguplus");p(_,w,Hn,"⋂","\\bigcap");p(_,w,Hn,"⋃","\\bigcup");p(_,w,Hn,"∫","\\int");p(_,w,Hn,"∫","\\intop");p(_,w,Hn,"∬","\\iint");p(_,w,Hn,"∭","\\iiint");p(_,w,Hn,"∏","\\prod");p(_,w,Hn,"∑","\\sum");p(_,w,Hn,"⨂","\\bigotimes");p(_,w,Hn,"⨁","\\bigoplus");p(_,w,Hn,"⨀","\\bigodot");p(_,w,Hn,"∮","\\oint");p(_,w,Hn,"∯","\\oiint");p(_,w,Hn,"∰","\\oiiint");p(_,w,Hn,"⨆","\\bigsqcup");p(_,w,Hn,"∫","\\smallint");p(ve,w,Ja,"…","\\textellipsis");p(_,w,Ja,"…","\\mathellipsis");p(ve,w,Ja,"…","\\ldots",!0);p(_,w,Ja,"…","\\ldots",!0);p(_,w,Ja,"⋯","\\@cdots",!0);p(_,w,Ja,"⋱","\\ddots",!0);p(_,w,$,"⋮","\\varvdots");p(ve,w,$,"⋮","\\varvdots");p(_,w,gn,"ˊ","\\acute");p(_,w,gn,"ˋ","\\grave");p(_,w,gn,"¨","\\ddot");p(_,w,gn,"~","\\tilde");p(_,w,gn,"ˉ","\\bar");p(_,w,gn,"˘","\\breve");p(_,w,gn,"ˇ","\\check");p(_,w,gn,"^","\\hat");p(_,w,gn,"⃗","\\vec");p(_,w,gn,"˙","\\dot");p(_,w,gn,"˚","\\mathring");p(_,w,rt,"","\\@imath");p(_,w,rt,"","\\@jmath");p(_,w,$,"ı","ı");p(_,w,$,"ȷ","ȷ");p(ve,w,$,"ı","\\i",!0);p(ve,w,$,"ȷ","\\j",!0);p(ve,w,$,"ß","\\ss",!0);p(ve,w,$,"æ","\\ae",!0);p(ve,w,$,"œ","\\oe",!0);p(ve,w,$,"ø","\\o",!0);p(ve,w,$,"Æ","\\AE",!0);p(ve,w,$,"Œ","\\OE",!0);p(ve,w,$,"Ø","\\O",!0);p(ve,w,gn,"ˊ","\\'");p(ve,w,gn,"ˋ","\\`");p(ve,w,gn,"ˆ","\\^");p(ve,w,gn,"˜","\\~");p(ve,w,gn,"ˉ","\\=");p(ve,w,gn,"˘","\\u");p(ve,w,gn,"˙","\\.");p(ve,w,gn,"¸","\\c");p(ve,w,gn,"˚","\\r");p(ve,w,gn,"ˇ","\\v");p(ve,w,gn,"¨",'\\"');p(ve,w,gn,"˝","\\H");p(ve,w,gn,"◯","\\textcircled");var F1={"--":!0,"---":!0,"``":!0,"''":!0};p(ve,w,$,"–","--",!0);p(ve,w,$,"–","\\textendash");p(ve,w,$,"—","---",!0);p(ve,w,$,"—","\\textemdash");p(ve,w,$,"‘","`",!0);p(ve,w,$,"‘","\\textquoteleft");p(ve,w,$,"’","'",!0);p(ve,w,$,"’","\\textquoteright");p(ve,w,$,"“","``",!0);p(ve,w,$,"“","\\textquotedblleft");p(ve,w,$,"”","''",!0);p(ve,w,$,"”","\\textquotedblright");p(_,w,$,"°","\\degree",!0);p(ve,w,$,"°","\\degree");p(ve,w,$,"°","\\textdegree",!0);p(_,w,$,"£","\\pounds");p(_,w,$,"£","\\mathsterling",!0);p(ve,w,$,"£","\\pounds");p(ve,w,$,"£","\\textsterling",!0);p(_,B,$,"✠","\\maltese");p(ve,B,$,"✠","\\maltese");var Jm='0123456789/@."';for(Oc=0;Oc<Jm.length;Oc++)tf=Jm.charAt(Oc),p(_,w,$,tf,tf);var tf,Oc,Km='0123456789!@*()-=+";:?/.,';for(kc=0;kc<Km.length;kc++)nf=Km.charAt(kc),p(ve,w,$,nf,nf);var nf,kc,$c="ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";for(Bc=0;Bc<$c.length;Bc++)nl=$c.charAt(Bc),p(_,w,rt,nl,nl),p(ve,w,$,nl,nl);var nl,Bc;p(_,B,$,"C","ℂ");p(ve,B,$,"C","ℂ");p(_,B,$,"H","ℍ");p(ve,B,$,"H","ℍ");p(_,B,$,"N","ℕ");p(ve,B,$,"N","ℕ");p(_,B,$,"P","ℙ");p(ve,B,$,"P","ℙ");p(_,B,$,"Q","ℚ");p(ve,B,$,"Q","ℚ");p(_,B,$,"R","ℝ");p(ve,B,$,"R","ℝ");p(_,B,$,"Z","ℤ");p(ve,B,$,"Z","ℤ");p(_,w,rt,"h","ℎ");p(ve,w,rt,"h","ℎ");var ut;for(oi=0;oi<$c.length;oi++)xn=$c.charAt(oi),ut=String.fromCharCode(55349,56320+oi),p(_,w,rt,xn,ut),p(ve,w,$,xn,ut),ut=String.fromCharCode(55349,56372+oi),p(_,w,rt,xn,ut),p(ve,w,$,xn,ut),ut=String.fromCharCode(55349,56424+oi),p(_,w,rt,xn,ut),p(ve,w,$,xn,ut),ut=String.fromCharCode(55349,56580+oi),p(_,w,rt,xn,ut),p(ve,w,$,xn,ut),ut=String.fromCharCode(55349,56684+oi),p(_,w,rt,xn,ut),p(ve,w,$,xn,ut),ut=String.fromCharCode(55349,56736+oi),p(_,w,rt,xn,ut),p(ve,w,$,xn,ut),ut=String.fromCharCode(55349,56788+oi),p(_,w,rt,xn,ut),p(ve,w,$,xn,ut),ut=String.fromCharCode(55349,56840+oi),p(_,w,rt,xn,ut),p(ve,w,$,xn,ut),ut=String.fromCharCode(55349,56944+oi),p(_,w,rt,xn,ut),p(ve,w,$,xn,ut),oi<26&&(ut=String.fromCharCode(55349,56632+oi),p(_,w,rt,xn,ut),p(ve,w,$,xn,ut),ut=String.fromCharCode(55349,56476+oi),p(_,w,rt,xn,ut),p(ve,w,$,xn,ut));var xn,oi;ut="𝕜";p(_,w,rt,"k",ut);p(ve,w,$,"k",ut);for(As=0;As<10;As++)Kr=As.toString(),ut=String.fromCharCode(55349,57294+As),p(_,w,rt,Kr,ut),p(ve,w,$,Kr,ut),ut=String.fromCharCode(55349,57314+As),p(_,w,rt,Kr,ut),p(ve,w,$,Kr,ut),ut=String.fromCharCode(55349,57324+As),p(_,w,rt,Kr,ut),p(ve,w,$,Kr,ut),ut=String.fromCharCode(55349,57334+As),p(_,w,rt,Kr,ut),p(ve,w,$,Kr,ut);var Kr,As,vf="ÐÞþ";for(zc=0;zc<vf.length;zc++)il=vf.charAt(zc),p(_,w,rt,il,il),p(ve,w,$,il,il);var il,zc,_f={mathClass:"mathbf",textClass:"textbf",font:"Main-Bold"},jm={mathClass:"mathnormal",textClass:"textit",font:"Math-Italic"},Qm={mathClass:"boldsymbol",textClass:"boldsymbol",font:"Main-BoldItalic"},g3={mathClass:"mathscr",textClass:"textscr",font:"Script-Regular"},la={mathClass:"",textClass:"",font:""},e1={mathClass:"mathfrak",textClass:"textfrak",font:"Fraktur-Regular"},t1={mathClass:"mathbb",textClass:"textbb",font:"AMS-Regular"},n1={mathClass:"mathboldfrak",textClass:"textboldfrak",font:"Fraktur-Regular"},xf={mathClass:"mathsf",textClass:"textsf",font:"SansSerif-Regular"},yf={mathClass:"mathboldsf",textClass:"textboldsf",font:"SansSerif-Bold"},i1={mathClass:"mathitsf",textClass:"textitsf",font:"SansSerif-Italic"},bf={mathClass:"mathtt",textClass:"texttt",font:"Typewriter-Regular"},r1=[_f,_f,jm,jm,Qm,Qm,g3,la,la,la,e1,e1,t1,t1,n1,n1,xf,xf,yf,yf,i1,i1,la,la,bf,bf],v3=[_f,la,xf,yf,bf],_3=n=>{var e=n.charCodeAt(0),t=n.charCodeAt(1),i=(e-55296)*1024+(t-56320)+65536;if(119808<=i&&i<120484){var r=Math.floor((i-119808)/26);return r1[r]}else if(120782<=i&&i<=120831){var s=Math.floor((i-120782)/10);return v3[s]}else{if(i===120485||i===120486)return r1[0];if(120486<i&&i<120782)return la;throw new Se("Unsupported character: "+n)}};function Ci(n){var e=n.strict,t=n.errorCode,i=n.errorMsg,r=n.token,s=n.report,a=e;if(typeof e=="function")if(s)a=e(t,i,r);else try{a=e(t,i,r)}catch{a="error"}switch(a){case!0:case"error":if(s)throw new Se("LaTeX-incompatible input and strict mode is set to 'error': "+(i+" ["+t+"]"),r);return!0;case!1:case"ignore":if(!s)return!1;break;default:if(typeof console<"u"&&console.warn("LaTeX-incompatible input and strict mode is set to 'warn': "+(i+" ["+t+"]")),!s)return!1;break}}var e0=function(e,t,i){if(mn[i][e]){var r=mn[i][e].replace;r&&(e=r)}return{value:e,metrics:Ff(e,t,i)}},xi=function(e,t,i,r,s){var a=e0(e,t,i),o=a.metrics;e=a.value;var l;if(o){var c=o.italic;(i==="text"||r&&r.font==="mathit")&&(c=0),l=new bi(e,o.height,o.depth,c,o.skew,o.width,s)}else Ci({strict:r.strict,errorCode:"symbolNotInFont",errorMsg:"No character metrics for '"+e+"' in style '"+t+"' and mode '"+i+"'",report:!0}),l=new bi(e,0,0,0,0,0,s);l.maxFontSize=r.sizeMultiplier,r.style.isTight()&&l.classes.push("mtight");var u=r.getColor();return u&&(l.style.color=u),l},Of=function(e,t,i,r){return r===void 0&&(r=[]),i.font==="boldsymbol"&&e0(e,"Main-Bold",t).metrics?xi(e,"Main-Bold",t,i,r.concat(["mathbf"])):e==="\\"||mn[t][e].font==="main"?xi(e,"Main-Regular",t,i,r):xi(e,"AMS-Regular",t,i,r.concat(["amsrm"]))},x3=function(e,t,i){return i!=="textord"&&e0(e,"Math-BoldItalic",t).metrics?{fontName:"Math-BoldItalic",fontClass:"boldsymbol"}:{fontName:"Main-Bold",fontClass:"mathbf"}},t0=function(e,t){var i=e.type==="mathord"?"mathord":"textord",r=e.mode,s=e.text,a=["mord"],o=t.font,l=t.fontFamily,c=t.fontWeight,u=t.fontShape,h=r==="math"||r==="text"&&!!o,f=h?o:l,d="",v="";if(s.charCodeAt(0)===55349){var b=_3(s);d=b.font,v=b[r+"Class"]}if(d)return xi(s,d,r,t,a.concat(v));if(f){var g,m;if(f==="boldsymbol"){var y=x3(s,r,i);g=y.fontName,m=[y.fontClass]}else h?(g=Sf[o].fontName,m=[o]):(g=Hc(l,c,u),m=[l,c,u]);if(e0(s,g,r).metrics)return xi(s,g,r,t,a.concat(m));if(Object.prototype.hasOwnProperty.call(F1,s)&&g.slice(0,10)==="Typewriter"){for(var P=[],M=0;M<s.length;M++)P.push(xi(s[M],g,r,t,a.concat(m)));return ns(P)}}if(i==="mathord")return xi(s,"Math-Italic",r,t,a.concat(["mathnormal"]));if(i==="textord"){var D=mn[r][s]&&mn[r][s].font;if(D==="ams"){var R=Hc("amsrm",c,u);return xi(s,R,r,t,a.concat("amsrm",c,u))}else if(D==="main"||!D){var x=Hc("textrm",c,u);return xi(s,x,r,t,a.concat(c,u))}else{var A=Hc(D,c,u);return xi(s,A,r,t,a.concat(A,c,u))}}else throw new Error("unexpected type: "+i+" in makeOrd")},y3=(n,e)=>{if(Rs(n.classes)!==Rs(e.classes)||n.skew!==e.skew||n.maxFontSize!==e.maxFontSize||n.italic!==0&&n.hasClass("mathnormal"))return!1;if(n.classes.length===1){var t=n.classes[0];if(t==="mbin"||t==="mord")return!1}for(var i of Object.keys(n.style))if(n.style[i]!==e.style[i])return!1;for(var r of Object.keys(e.style))if(n.style[r]!==e.style[r])return!1;return!0},O1=n=>{for(var e=0;e<n.length-1;e++){var t=n[e],i=n[e+1];t instanceof bi&&i instanceof bi&&y3(t,i)&&(t.text+=i.text,t.height=Math.max(t.height,i.height),t.depth=Math.max(t.depth,i.depth),t.italic=i.italic,n.splice(e+1,1),e--)}return n},kf=function(e){for(var t=0,i=0,r=0,s=0;s<e.children.length;s++){var a=e.children[s];a.height>t&&(t=a.height),a.depth>i&&(i=a.depth),a.maxFontSize>r&&(r=a.maxFontSize)}e.height=t,e.depth=i,e.maxFontSize=r},xe=function(e,t,i,r){var s=new Ps(e,t,i,r);return kf(s),s},Is=(n,e,t,i)=>new Ps(n,e,t,i),Za=function(e,t,i){var r=xe([e],[],t);return r.height=Math.max(i||t.fontMetrics().defaultRuleThickness,t.minRuleThickness),r.style.borderBottomWidth=Re(r.height),r.maxFontSize=1,r},b3=function(e,t,i,r){var s=new Ya(e,t,i,r);return kf(s),s},ns=function(e){var t=new Cs(e);return kf(t),t},$a=function(e,t){return e instanceof Cs?xe([],[e],t):e},S3=function(e){if(e.positionType==="individualShift"){for(var t=e.children,i=[t[0]],r=-t[0].shift-t[0].elem.depth,s=r,a=1;a<t.length;a++){var o=-t[a].shift-s-t[a].elem.depth,l=o-(t[a-1].elem.height+t[a-1].elem.depth);s=s+o,i.push({type:"kern",size:l}),i.push(t[a])}return{children:i,depth:r}}var c;if(e.positionType==="top"){for(var u=e.positionData,h=0;h<e.children.length;h++){var f=e.children[h];u-=f.type==="kern"?f.size:f.elem.height+f.elem.depth}c=u}else if(e.positionType==="bottom")c=-e.positionData;else{var d=e.children[0];if(d.type!=="elem")throw new Error('First child must have type "elem".');if(e.positionType==="shift")c=-d.elem.depth-e.positionData;else if(e.positionType==="firstBaseline")c=-d.elem.depth;else throw new Error("Invalid positionType "+e.positionType+".")}return{children:e.children,depth:c}},Vt=function(e,t){for(var i=S3(e),r=i.children,s=i.depth,a=0,o=0;o<r.length;o++){var l=r[o];if(l.type==="elem"){var c=l.elem;a=Math.max(a,c.maxFontSize,c.height)}}a+=2;var u=xe(["pstrut"],[]);u.style.height=Re(a);for(var h=[],f=s,d=s,v=s,b=0;b<r.length;b++){var g=r[b];if(g.type==="kern")v+=g.size;else{var m=g.elem,y=g.wrapperClasses||[],P=g.wrapperStyle||{},M=xe(y,[u,m],void 0,P);M.style.top=Re(-a-v-m.depth),g.marginLeft&&(M.style.marginLeft=g.marginLeft),g.marginRight&&(M.style.marginRight=g.marginRight),h.push(M),v+=m.height+m.depth}f=Math.min(f,v),d=Math.max(d,v)}var D=xe(["vlist"],h);D.style.height=Re(d);var R;if(f<0){var x=xe([],[]),A=xe(["vlist"],[x]);A.style.height=Re(-f);var H=xe(["vlist-s"],[new bi("​")]);R=[xe(["vlist-r"],[D,H]),xe(["vlist-r"],[A])]}else R=[xe(["vlist-r"],[D])];var F=xe(["vlist-t"],R);return R.length===2&&F.classes.push("vlist-t2"),F.height=d,F.depth=-f,F},k1=(n,e)=>{var t=xe(["mspace"],[],e),i=bn(n,e);return t.style.marginRight=Re(i),t},Hc=(n,e,t)=>{var i,r;switch(n){case"amsrm":i="AMS";break;case"textrm":i="Main";break;case"textsf":i="SansSerif";break;case"texttt":i="Typewriter";break;default:i=n}return e==="textbf"&&t==="textit"?r="BoldItalic":e==="textbf"?r="Bold":t==="textit"?r="Italic":r="Regular",i+"-"+r},Sf={mathbf:{variant:"bold",fontName:"Main-Bold"},mathrm:{variant:"normal",fontName:"Main-Regular"},textit:{variant:"italic",fontName:"Main-Italic"},mathit:{variant:"italic",fontName:"Main-Italic"},mathnormal:{variant:"italic",fontName:"Math-Italic"},mathsfit:{variant:"sans-serif-italic",fontName:"SansSerif-Italic"},mathbb:{variant:"double-struck",fontName:"AMS-Regular"},mathcal:{variant:"script",fontName:"Caligraphic-Regular"},mathfrak:{variant:"fraktur",fontName:"Fraktur-Regular"},mathscr:{variant:"script",fontName:"Script-Regular"},mathsf:{variant:"sans-serif",fontName:"SansSerif-Regular"},mathtt:{variant:"monospace",fontName:"Typewriter-Regular"}},B1={vec:["vec",.471,.714],oiintSize1:["oiintSize1",.957,.499],oiintSize2:["oiintSize2",1.472,.659],oiiintSize1:["oiiintSize1",1.304,.499],oiiintSize2:["oiiintSize2",1.98,.659]},z1=function(e,t){var i=B1[e],r=i[0],s=i[1],a=i[2],o=new Pr(r),l=new lr([o],{width:Re(s),height:Re(a),style:"width:"+Re(s),viewBox:"0 0 "+1e3*s+" "+1e3*a,preserveAspectRatio:"xMinYMin"}),c=Is(["katex-overlay"],[l],t);return c.height=a,c.style.height=Re(a),c.style.width=Re(s),c},yn={number:3,unit:"mu"},oa={number:4,unit:"mu"},jr={number:5,unit:"mu"},M3={mord:{mop:yn,mbin:oa,mrel:jr,minner:yn},mop:{mord:yn,mop:yn,mrel:jr,minner:yn},mbin:{mord:oa,mop:oa,mopen:oa,minner:oa},mrel:{mord:jr,mop:jr,mopen:jr,minner:jr},mopen:{},mclose:{mop:yn,mbin:oa,mrel:jr,minner:yn},mpunct:{mord:yn,mop:yn,mrel:jr,mopen:yn,mclose:yn,mpunct:yn,minner:yn},minner:{mord:yn,mop:yn,mbin:oa,mrel:jr,mopen:yn,mpunct:yn,minner:yn}},w3={mord:{mop:yn},mop:{mord:yn,mop:yn},mbin:{},mrel:{},mopen:{},mclose:{mop:yn},mpunct:{},minner:{mop:yn}},H1={},cl={},ul={};function Be(n){for(var e=n.type,t=n.names,i=n.htmlBuilder,r=n.mathmlBuilder,s=0;s<t.length;++s)H1[t[s]]=n;e&&(i&&(cl[e]=i),r&&(ul[e]=r))}function ca(n){var e=n.type,t=n.htmlBuilder,i=n.mathmlBuilder;t&&(cl[e]=t),i&&(ul[e]=i)}var hl=function(e){return e.type==="ordgroup"&&e.body.length===1?e.body[0]:e},zn=function(e){return e.type==="ordgroup"?e.body:[e]},T3=new Set(["leftmost","mbin","mopen","mrel","mop","mpunct"]),A3=new Set(["rightmost","mrel","mclose","mpunct"]),E3={display:xt.DISPLAY,text:xt.TEXT,script:xt.SCRIPT,scriptscript:xt.SCRIPTSCRIPT},C3={mord:"mord",mop:"mop",mbin:"mbin",mrel:"mrel",mopen:"mopen",mclose:"mclose",mpunct:"mpunct",minner:"minner"},Xn=function(e,t,i,r){r===void 0&&(r=[null,null]);for(var s=[],a=0;a<e.length;a++){var o=kt(e[a],t);if(o instanceof Cs){var l=o.children;s.push(...l)}else s.push(o)}if(O1(s),!i)return s;var c=t;if(e.length===1){var u=e[0];u.type==="sizing"?c=t.havingSize(u.size):u.type==="styling"&&(c=t.havingStyle(E3[u.style]))}var h=xe([r[0]||"leftmost"],[],t),f=xe([r[1]||"rightmost"],[],t),d=i==="root";return Mf(s,(v,b)=>{var g=b.classes[0],m=v.classes[0];g==="mbin"&&A3.has(m)?b.classes[0]="mord":m==="mbin"&&T3.has(g)&&(v.classes[0]="mord")},{node:h},f,d),Mf(s,(v,b)=>{var g,m,y=Tf(b),P=Tf(v),M=y&&P?v.hasClass("mtight")?(g=w3[y])==null?void 0:g[P]:(m=M3[y])==null?void 0:m[P]:null;if(M)return k1(M,c)},{node:h},f,d),s},Mf=function(e,t,i,r,s){r&&e.push(r);for(var a=0;a<e.length;a++){var o=e[a],l=G1(o);if(l){Mf(l.children,t,i,null,s);continue}var c=!o.hasClass("mspace");if(c){var u=t(o,i.node);u&&(i.insertAfter?i.insertAfter(u):(e.unshift(u),a++))}c?i.node=o:s&&o.hasClass("katex-newline")&&(i.node=xe(["leftmost"])),i.insertAfter=(h=>f=>{e.splice(h+1,0,f),a++})(a)}r&&e.pop()},G1=function(e){return e instanceof Cs||e instanceof Ya||e instanceof Ps&&e.hasClass("enclosing")?e:null},wf=function(e,t){var i=G1(e);if(i){var r=i.children;if(r.length){if(t==="right")return wf(r[r.length-1],"right");if(t==="left")return wf(r[0],"left")}}return e},Tf=function(e,t){if(!e)return null;t&&(e=wf(e,t));var i=e.classes[0];return C3[i]||null},fl=function(e,t){var i=["nulldelimiter"].concat(e.baseSizingClasses());return xe(t.concat(i))},kt=function(e,t,i){if(!e)return xe();if(cl[e.type]){var r=cl[e.type](e,t);if(i&&t.size!==i.size){r=xe(t.sizingClasses(i),[r],t);var s=t.sizeMultiplier/i.sizeMultiplier;r.height*=s,r.depth*=s}return r}else throw new Se("Got group of unknown type: '"+e.type+"'")};function Gc(n,e){var t=xe(["katex-base"],n,e),i=xe(["katex-strut"]);return i.style.height=Re(t.height+t.depth),t.depth&&(i.style.verticalAlign=Re(-t.depth)),t.children.unshift(i),t}function Af(n,e){var t=null;n.length===1&&n[0].type==="tag"&&(t=n[0].tag,n=n[0].body);var i=Xn(n,e,"root"),r;i.length===2&&i[1].hasClass("katex-tag")&&(r=i.pop());for(var s=[],a=[],o=0;o<i.length;o++)if(a.push(i[o]),i[o].hasClass("mbin")||i[o].hasClass("mrel")||i[o].hasClass("allowbreak")){for(var l=!1;o<i.length-1&&i[o+1].hasClass("mspace")&&!i[o+1].hasClass("katex-newline");)o++,a.push(i[o]),i[o].hasClass("nobreak")&&(l=!0);l||(s.push(Gc(a,e)),a=[])}else i[o].hasClass("katex-newline")&&(a.pop(),a.length>0&&(s.push(Gc(a,e)),a=[]),s.push(i[o]));a.length>0&&s.push(Gc(a,e));var c;t?(c=Gc(Xn(t,e,!0),e),c.classes=["katex-tag"],s.push(c)):r&&s.push(r);var u=xe(["katex-html"],s);if(u.setAttribute("aria-hidden","true"),c){var h=c.children[0];h.style.height=Re(u.height+u.depth),u.depth&&(h.style.verticalAlign=Re(-u.depth))}return u}function V1(n){return new Cs(n)}var Me=class{constructor(e,t,i){this.type=void 0,this.attributes=void 0,this.children=void 0,this.classes=void 0,this.type=e,this.attributes={},this.children=t||[],this.classes=i||[]}setAttribute(e,t){this.attributes[e]=t}getAttribute(e){return this.attributes[e]}toNode(){var e=document.createElementNS("http://www.w3.org/1998/Math/MathML",this.type);for(var t of Object.entries(this.attributes)){var i=t[0],r=t[1];e.setAttribute(i,r)}this.classes.length>0&&(e.className=Rs(this.classes));for(var s=0;s<this.children.length;s++)if(this.children[s]instanceof Cn&&this.children[s+1]instanceof Cn){for(var a=this.children[s].toText()+this.children[++s].toText();this.children[s+1]instanceof Cn;)a+=this.children[++s].toText();e.appendChild(new Cn(a).toNode())}else e.appendChild(this.children[s].toNode());return e}toMarkup(){var e="<"+this.type;for(var t of Object.entries(this.attributes)){var i=t[0],r=t[1];e+=" "+i+'="',e+=li(r),e+='"'}this.classes.length>0&&(e+=' class ="'+li(Rs(this.classes))+'"'),e+=">";for(var s=0;s<this.children.length;s++)e+=this.children[s].toMarkup();return e+="</"+this.type+">",e}toText(){return this.children.map(e=>e.toText()).join("")}},Cn=class{constructor(e){this.text=void 0,this.text=e}toNode(){return document.createTextNode(this.text)}toMarkup(){return li(this.toText())}toText(){return this.text}},Jc=class{constructor(e){this.width=void 0,this.character=void 0,this.width=e,e>=.05555&&e<=.05556?this.character=" ":e>=.1666&&e<=.1667?this.character=" ":e>=.2222&&e<=.2223?this.character=" ":e>=.2777&&e<=.2778?this.character="  ":e>=-.05556&&e<=-.05555?this.character=" ⁣":e>=-.1667&&e<=-.1666?this.character=" ⁣":e>=-.2223&&e<=-.2222?this.character=" ⁣":e>=-.2778&&e<=-.2777?this.character=" ⁣":this.character=null}toNode(){if(this.character)return document.createTextNode(this.character);var e=document.createElementNS("http://www.w3.org/1998/Math/MathML","mspace");return e.setAttribute("width",Re(this.width)),e}toMarkup(){return this.character?"<mtext>"+this.character+"</mtext>":'<mspace width="'+Re(this.width)+'"/>'}toText(){return this.character?this.character:" "}},R3=new Set(["\\imath","\\jmath"]),P3=new Set(["mrow","mtable"]),Ki=function(e,t,i){var r,s;return mn[t][e]&&mn[t][e].replace&&e.charCodeAt(0)!==55349&&!(Object.prototype.hasOwnProperty.call(F1,e)&&((i==null||(r=i.fontFamily)==null?void 0:r.slice(4,6))==="tt"||(i==null||(s=i.font)==null?void 0:s.slice(4,6))==="tt"))&&(e=mn[t][e].replace),new Cn(e)},Bf=function(e){return e.length===1?e[0]:new Me("mrow",e)},I3={mathit:"italic",boldsymbol:n=>n.type==="textord"?"bold":"bold-italic",mathbf:"bold",mathbb:"double-struck",mathsfit:"sans-serif-italic",mathfrak:"fraktur",mathscr:"script",mathcal:"script",mathsf:"sans-serif",mathtt:"monospace"},zf=(n,e)=>{if(n.mode==="text"){if(e.fontFamily==="texttt")return"monospace";if(e.fontFamily==="textsf")return e.fontShape==="textit"&&e.fontWeight==="textbf"?"sans-serif-bold-italic":e.fontShape==="textit"?"sans-serif-italic":e.fontWeight==="textbf"?"bold-sans-serif":"sans-serif";if(e.fontShape==="textit"&&e.fontWeight==="textbf")return"bold-italic";if(e.fontShape==="textit")return"italic";if(e.fontWeight==="textbf")return"bold"}var t=e.font;if(!t||t==="mathnormal")return null;var i=n.mode,r=I3[t];if(r)return typeof r=="function"?r(n):r;var s=n.text;if(R3.has(s))return null;if(mn[i][s]){var a=mn[i][s].replace;a&&(s=a)}var o=Sf[t].fontName;return Ff(s,o,i)?Sf[t].variant:null};function rf(n){if(!n)return!1;if(n.type==="mi"&&n.children.length===1){var e=n.children[0];return e instanceof Cn&&e.text==="."}else if(n.type==="mo"&&n.children.length===1&&n.getAttribute("separator")==="true"&&n.getAttribute("lspace")==="0em"&&n.getAttribute("rspace")==="0em"){var t=n.children[0];return t instanceof Cn&&t.text===","}else return!1}var Fi=function(e,t,i){if(e.length===1){var r=en(e[0],t);return i&&r instanceof Me&&r.type==="mo"&&(r.setAttribute("lspace","0em"),r.setAttribute("rspace","0em")),[r]}for(var s=[],a,o=0;o<e.length;o++){var l=en(e[o],t);if(l instanceof Me&&a instanceof Me){if(l.type==="mtext"&&a.type==="mtext"&&l.getAttribute("mathvariant")===a.getAttribute("mathvariant")){a.children.push(...l.children);continue}else if(l.type==="mn"&&a.type==="mn"){a.children.push(...l.children);continue}else if(rf(l)&&a.type==="mn"){a.children.push(...l.children);continue}else if(l.type==="mn"&&rf(a))l.children=[...a.children,...l.children],s.pop();else if((l.type==="msup"||l.type==="msub")&&l.children.length>=1&&(a.type==="mn"||rf(a))){var c=l.children[0];c instanceof Me&&c.type==="mn"&&(c.children=[...a.children,...c.children],s.pop())}else if(a.type==="mi"&&a.children.length===1){var u=a.children[0];if(u instanceof Cn&&u.text==="̸"&&(l.type==="mo"||l.type==="mi"||l.type==="mn")){var h=l.children[0];h instanceof Cn&&h.text.length>0&&(h.text=h.text.slice(0,1)+"̸"+h.text.slice(1),s.pop())}}}s.push(l),a=l}return s},Ds=function(e,t,i){return Bf(Fi(e,t,i))},en=function(e,t){if(!e)return new Me("mrow");if(ul[e.type])return ul[e.type](e,t);throw new Se("Got group of unknown type: '"+e.type+"'")};function s1(n,e,t,i,r){var s=Fi(n,t),a;s.length===1&&s[0]instanceof Me&&P3.has(s[0].type)?a=s[0]:a=new Me("mrow",s);var o=new Me("annotation",[new Cn(e)]);o.setAttribute("encoding","application/x-tex");var l=new Me("semantics",[a,o]),c=new Me("math",[l]);c.setAttribute("xmlns","http://www.w3.org/1998/Math/MathML"),i&&c.setAttribute("display","block");var u=r?"katex":"katex-mathml";return xe([u],[c])}var D3=[[1,1,1],[2,1,1],[3,1,1],[4,2,1],[5,2,1],[6,3,1],[7,4,2],[8,6,3],[9,7,6],[10,8,7],[11,10,9]],a1=[.5,.6,.7,.8,.9,1,1.2,1.44,1.728,2.074,2.488],o1=function(e,t){return t.size<2?e:D3[e-1][t.size-1]},Kc=class n{constructor(e){this.style=void 0,this.color=void 0,this.size=void 0,this.textSize=void 0,this.phantom=void 0,this.font=void 0,this.fontFamily=void 0,this.fontWeight=void 0,this.fontShape=void 0,this.sizeMultiplier=void 0,this.maxSize=void 0,this.minRuleThickness=void 0,this._fontMetrics=void 0,this.strict=void 0,this.style=e.style,this.color=e.color,this.size=e.size||n.BASESIZE,this.textSize=e.textSize||this.size,this.phantom=!!e.phantom,this.font=e.font||"",this.fontFamily=e.fontFamily||"",this.fontWeight=e.fontWeight||"",this.fontShape=e.fontShape||"",this.sizeMultiplier=a1[this.size-1],this.maxSize=e.maxSize,this.minRuleThickness=e.minRuleThickness,this.strict=e.strict,this._fontMetrics=void 0}extend(e){var t={style:this.style,size:this.size,textSize:this.textSize,color:this.color,phantom:this.phantom,font:this.font,fontFamily:this.fontFamily,fontWeight:this.fontWeight,fontShape:this.fontShape,maxSize:this.maxSize,minRuleThickness:this.minRuleThickness,strict:this.strict};return Object.assign(t,e),new n(t)}havingStyle(e){return this.style===e?this:this.extend({style:e,size:o1(this.textSize,e)})}havingCrampedStyle(){return this.havingStyle(this.style.cramp())}havingSize(e){return this.size===e&&this.textSize===e?this:this.extend({style:this.style.text(),size:e,textSize:e,sizeMultiplier:a1[e-1]})}havingBaseStyle(e){e=e||this.style.text();var t=o1(n.BASESIZE,e);return this.size===t&&this.textSize===n.BASESIZE&&this.style===e?this:this.extend({style:e,size:t})}havingBaseSizing(){var e;switch(this.style.id){case 4:case 5:e=3;break;case 6:case 7:e=1;break;default:e=6}return this.extend({style:this.style.text(),size:e})}withColor(e){return this.extend({color:e})}withPhantom(){return this.extend({phantom:!0})}withFont(e){return this.extend({font:e})}withTextFontFamily(e){return this.extend({fontFamily:e,font:""})}withTextFontWeight(e){return this.extend({fontWeight:e,font:""})}withTextFontShape(e){return this.extend({fontShape:e,font:""})}sizingClasses(e){return e.size!==this.size?["katex-sizing","reset-size"+e.size,"size"+this.size]:[]}baseSizingClasses(){return this.size!==n.BASESIZE?["katex-sizing","reset-size"+this.size,"size"+n.BASESIZE]:[]}fontMetrics(){return this._fontMetrics||(this._fontMetrics=m3(this.size)),this._fontMetrics}getColor(){return this.phantom?"transparent":this.color}};Kc.BASESIZE=6;var W1=n=>new Kc({style:n.displayMode?xt.DISPLAY:xt.TEXT,maxSize:n.maxSize,minRuleThickness:n.minRuleThickness,strict:n.strict}),q1=function(e,t){if(t.displayMode){var i=["katex-display"];t.leqno&&i.push("leqno"),t.fleqn&&i.push("fleqn"),e=xe(i,[e])}return e},L3=function(e,t,i){var r=W1(i),s;if(i.output==="mathml")return s1(e,t,r,i.displayMode,!0);if(i.output==="html"){var a=Af(e,r);s=xe(["katex"],[a])}else{var o=s1(e,t,r,i.displayMode,!1),l=Af(e,r);s=xe(["katex"],[o,l])}return q1(s,i)},N3=function(e,t){var i=W1(t),r=Af(e,i),s=xe(["katex"],[r]);return q1(s,t)},U3={widehat:"^",widecheck:"ˇ",widetilde:"~",utilde:"~",overleftarrow:"←",underleftarrow:"←",xleftarrow:"←",overrightarrow:"→",underrightarrow:"→",xrightarrow:"→",underbrace:"⏟",overbrace:"⏞",underbracket:"⎵",overbracket:"⎴",overgroup:"⏠",undergroup:"⏡",overleftrightarrow:"↔",underleftrightarrow:"↔",xleftrightarrow:"↔",Overrightarrow:"⇒",xRightarrow:"⇒",overleftharpoon:"↼",xleftharpoonup:"↼",overrightharpoon:"⇀",xrightharpoonup:"⇀",xLeftarrow:"⇐",xLeftrightarrow:"⇔",xhookleftarrow:"↩",xhookrightarrow:"↪",xmapsto:"↦",xrightharpoondown:"⇁",xleftharpoondown:"↽",xrightleftharpoons:"⇌",xleftrightharpoons:"⇋",xtwoheadleftarrow:"↞",xtwoheadrightarrow:"↠",xlongequal:"=",xtofrom:"⇄",xrightleftarrows:"⇄",xrightequilibrium:"⇌",xleftequilibrium:"⇋","\\cdrightarrow":"→","\\cdleftarrow":"←","\\cdlongequal":"="},n0=function(e){var t=new Me("mo",[new Cn(U3[e.replace(/^\\/,"")])]);return t.setAttribute("stretchy","true"),t},F3={overrightarrow:[["rightarrow"],.888,522,"xMaxYMin"],overleftarrow:[["leftarrow"],.888,522,"xMinYMin"],underrightarrow:[["rightarrow"],.888,522,"xMaxYMin"],underleftarrow:[["leftarrow"],.888,522,"xMinYMin"],xrightarrow:[["rightarrow"],1.469,522,"xMaxYMin"],"\\cdrightarrow":[["rightarrow"],3,522,"xMaxYMin"],xleftarrow:[["leftarrow"],1.469,522,"xMinYMin"],"\\cdleftarrow":[["leftarrow"],3,522,"xMinYMin"],Overrightarrow:[["doublerightarrow"],.888,560,"xMaxYMin"],xRightarrow:[["doublerightarrow"],1.526,560,"xMaxYMin"],xLeftarrow:[["doubleleftarrow"],1.526,560,"xMinYMin"],overleftharpoon:[["leftharpoon"],.888,522,"xMinYMin"],xleftharpoonup:[["leftharpoon"],.888,522,"xMinYMin"],xleftharpoondown:[["leftharpoondown"],.888,522,"xMinYMin"],overrightharpoon:[["rightharpoon"],.888,522,"xMaxYMin"],xrightharpoonup:[["rightharpoon"],.888,522,"xMaxYMin"],xrightharpoondown:[["rightharpoondown"],.888,522,"xMaxYMin"],xlongequal:[["longequal"],.888,334,"xMinYMin"],"\\cdlongequal":[["longequal"],3,334,"xMinYMin"],xtwoheadleftarrow:[["twoheadleftarrow"],.888,334,"xMinYMin"],xtwoheadrightarrow:[["twoheadrightarrow"],.888,334,"xMaxYMin"],overleftrightarrow:[["leftarrow","rightarrow"],.888,522],overbrace:[["leftbrace","midbrace","rightbrace"],1.6,548],underbrace:[["leftbraceunder","midbraceunder","rightbraceunder"],1.6,548],underleftrightarrow:[["leftarrow","rightarrow"],.888,522],xleftrightarrow:[["leftarrow","rightarrow"],1.75,522],xLeftrightarrow:[["doubleleftarrow","doublerightarrow"],1.75,560],xrightleftharpoons:[["leftharpoondownplus","rightharpoonplus"],1.75,716],xleftrightharpoons:[["leftharpoonplus","rightharpoondownplus"],1.75,716],xhookleftarrow:[["leftarrow","righthook"],1.08,522],xhookrightarrow:[["lefthook","rightarrow"],1.08,522],overlinesegment:[["leftlinesegment","rightlinesegment"],.888,522],underlinesegment:[["leftlinesegment","rightlinesegment"],.888,522],overbracket:[["leftbracketover","rightbracketover"],1.6,440],underbracket:[["leftbracketunder","rightbracketunder"],1.6,410],overgroup:[["leftgroup","rightgroup"],.888,342],undergroup:[["leftgroupunder","rightgroupunder"],.888,342],xmapsto:[["leftmapsto","rightarrow"],1.5,522],xtofrom:[["leftToFrom","rightToFrom"],1.75,528],xrightleftarrows:[["baraboveleftarrow","rightarrowabovebar"],1.75,901],xrightequilibrium:[["baraboveshortleftharpoon","rightharpoonaboveshortbar"],1.75,716],xleftequilibrium:[["shortbaraboveleftharpoon","shortrightharpoonabovebar"],1.75,716]},O3=new Set(["widehat","widecheck","widetilde","utilde"]),i0=function(e,t){function i(){var l=4e5,c=e.label.slice(1);if(O3.has(c)&&"base"in e){var u=e.base.type==="ordgroup"?e.base.body.length:1,h,f,d;if(u>5)c==="widehat"||c==="widecheck"?(h=420,l=2364,d=.42,f=c+"4"):(h=312,l=2340,d=.34,f="tilde4");else{var v=[1,1,2,2,3,3][u];c==="widehat"||c==="widecheck"?(l=[0,1062,2364,2364,2364][v],h=[0,239,300,360,420][v],d=[0,.24,.3,.3,.36,.42][v],f=c+v):(l=[0,600,1033,2339,2340][v],h=[0,260,286,306,312][v],d=[0,.26,.286,.3,.306,.34][v],f="tilde"+v)}var b=new Pr(f),g=new lr([b],{width:"100%",height:Re(d),viewBox:"0 0 "+l+" "+h,preserveAspectRatio:"none"});return{span:Is([],[g],t),minWidth:0,height:d}}else{var m=[],y=F3[c];if(!y)throw new Error('No SVG data for "'+c+'".');var P=y[0],M=y[1],D=y[2],R=D/1e3,x=P.length,A,H;if(x===1){if(y.length!==4)throw new Error('Expected 4-tuple for single-path SVG data "'+c+'".');A=["hide-tail"],H=[y[3]]}else if(x===2)A=["halfarrow-left","halfarrow-right"],H=["xMinYMin","xMaxYMin"];else if(x===3)A=["brace-left","brace-center","brace-right"],H=["xMinYMin","xMidYMin","xMaxYMin"];else throw new Error(`Correct katexImagesData or update code here to support
                    `+x+" children.");for(var F=0;F<x;F++){var U=new Pr(P[F]),W=new lr([U],{width:"400em",height:Re(R),viewBox:"0 0 "+l+" "+D,preserveAspectRatio:H[F]+" slice"}),J=Is([A[F]],[W],t);if(x===1)return{span:J,minWidth:M,height:R};J.style.height=Re(R),m.push(J)}return{span:xe(["katex-stretchy"],m,t),minWidth:M,height:R}}}var r=i(),s=r.span,a=r.minWidth,o=r.height;return s.height=o,s.style.height=Re(o),a>0&&(s.style.minWidth=Re(a)),s},k3=function(e,t,i,r,s){var a,o=e.height+e.depth+i+r;if(/fbox|color|angl/.test(t)){if(a=xe(["katex-stretchy",t],[],s),t==="fbox"){var l=s.color&&s.getColor();l&&(a.style.borderColor=l)}}else{var c=[];/^[bx]cancel$/.test(t)&&c.push(new ll({x1:"0",y1:"0",x2:"100%",y2:"100%","stroke-width":"0.046em"})),/^x?cancel$/.test(t)&&c.push(new ll({x1:"0",y1:"100%",x2:"100%",y2:"0","stroke-width":"0.046em"}));var u=new lr(c,{width:"100%",height:Re(o)});a=Is([],[u],s)}return a.height=o,a.style.height=Re(o),a},B3=["bin","close","inner","open","punct","rel"],z3=["accent-token","mathord","op-token","spacing","textord"],H3=new Set(B3),G3=new Set(z3);function V3(n){return H3.has(n)}function Ct(n,e){if(!n||n.type!==e)throw new Error("Expected node of type "+e+", but got "+(n?"node of type "+n.type:String(n)));return n}function r0(n){var e=s0(n);if(!e)throw new Error("Expected node of symbol group type, but got "+(n?"node of type "+n.type:String(n)));return e}function s0(n){return n.type==="atom"||G3.has(n.type)?n:null}function Hf(n,e,t){var i="";for(var r of n.body)if(r.type==="textord")i+=r.text;else if(t&&r.type==="spacing"&&r.text===" ")i+=" ";else throw new Se(e,n);return i}var X1=n=>{if(n instanceof bi)return n;if(d3(n)&&n.children.length===1)return X1(n.children[0])},Y1=(n,e)=>{var t,i,r;n&&n.type==="supsub"?(i=Ct(n.base,"accent"),t=i.base,n.base=t,r=f3(kt(n,e)),n.base=i):(i=Ct(n,"accent"),t=i.base);var s=kt(t,e.havingCrampedStyle()),a=i.isShifty&&es(t),o=0;if(a){var l,c;o=(l=(c=X1(s))==null?void 0:c.skew)!=null?l:0}var u=i.label==="\\c",h=u?s.height+s.depth:Math.min(s.height,e.fontMetrics().xHeight),f;if(i.isStretchy)f=i0(i,e),f=Vt({positionType:"firstBaseline",children:[{type:"elem",elem:s},{type:"elem",elem:f,wrapperClasses:["svg-align"],wrapperStyle:o>0?{width:"calc(100% - "+Re(2*o)+")",marginLeft:Re(2*o)}:void 0}]});else{var d,v;i.label==="\\vec"?(d=z1("vec",e),v=B1.vec[1]):(d=t0({type:"textord",mode:i.mode,text:i.label},e),d=h3(d),d.italic=0,v=d.width,u&&(h+=d.depth)),f=xe(["accent-body"],[d]);var b=i.label==="\\textcircled";b&&(f.classes.push("accent-full"),h=s.height);var g=o;b||(g-=v/2),f.style.left=Re(g),i.label==="\\textcircled"&&(f.style.top=".2em"),f=Vt({positionType:"firstBaseline",children:[{type:"elem",elem:s},{type:"kern",size:-h},{type:"elem",elem:f}]})}var m=xe(["mord","katex-accent"],[f],e);return r?(r.children[0]=m,r.height=Math.max(m.height,r.height),r.classes[0]="mord",r):m},W3=(n,e)=>{var t=n.isStretchy?n0(n.label):new Me("mo",[Ki(n.label,n.mode)]),i=new Me("mover",[en(n.base,e),t]);return i.setAttribute("accent","true"),i},q3=new RegExp(["\\acute","\\grave","\\ddot","\\tilde","\\bar","\\breve","\\check","\\hat","\\vec","\\dot","\\mathring"].map(n=>"\\"+n).join("|"));Be({type:"accent",names:["\\acute","\\grave","\\ddot","\\tilde","\\bar","\\breve","\\check","\\hat","\\vec","\\dot","\\mathring","\\widecheck","\\widehat","\\widetilde","\\overrightarrow","\\overleftarrow","\\Overrightarrow","\\overleftrightarrow","\\overgroup","\\overlinesegment","\\overleftharpoon","\\overrightharpoon"],numArgs:1,handler:(n,e)=>{var t=hl(e[0]),i=!q3.test(n.funcName),r=!i||n.funcName==="\\widehat"||n.funcName==="\\widetilde"||n.funcName==="\\widecheck";return{type:"accent",mode:n.parser.mode,label:n.funcName,isStretchy:i,isShifty:r,base:t}},htmlBuilder:Y1,mathmlBuilder:W3});Be({type:"accent",names:["\\'","\\`","\\^","\\~","\\=","\\u","\\.",'\\"',"\\c","\\r","\\H","\\v","\\textcircled"],numArgs:1,allowedInText:!0,allowedInMath:!0,argTypes:["primitive"],handler:(n,e)=>{var t=e[0],i=n.parser.mode;return i==="math"&&(Ci({strict:n.parser.settings.strict,errorCode:"mathVsTextAccents",errorMsg:"LaTeX's accent "+n.funcName+" works only in text mode",report:!0}),i="text"),{type:"accent",mode:i,label:n.funcName,isStretchy:!1,isShifty:!0,base:t}}});Be({type:"accentUnder",names:["\\underleftarrow","\\underrightarrow","\\underleftrightarrow","\\undergroup","\\underlinesegment","\\utilde"],numArgs:1,handler:(n,e)=>{var t=n.parser,i=n.funcName,r=e[0];return{type:"accentUnder",mode:t.mode,label:i,base:r}},htmlBuilder:(n,e)=>{var t=kt(n.base,e),i=i0(n,e),r=n.label==="\\utilde"?.12:0,s=Vt({positionType:"top",positionData:t.height,children:[{type:"elem",elem:i,wrapperClasses:["svg-align"]},{type:"kern",size:r},{type:"elem",elem:t}]});return xe(["mord","accentunder"],[s],e)},mathmlBuilder:(n,e)=>{var t=n0(n.label),i=new Me("munder",[en(n.base,e),t]);return i.setAttribute("accentunder","true"),i}});var Vc=n=>{var e=new Me("mpadded",n?[n]:[]);return e.setAttribute("width","+0.6em"),e.setAttribute("lspace","0.3em"),e};Be({type:"xArrow",names:["\\xleftarrow","\\xrightarrow","\\xLeftarrow","\\xRightarrow","\\xleftrightarrow","\\xLeftrightarrow","\\xhookleftarrow","\\xhookrightarrow","\\xmapsto","\\xrightharpoondown","\\xrightharpoonup","\\xleftharpoondown","\\xleftharpoonup","\\xrightleftharpoons","\\xleftrightharpoons","\\xlongequal","\\xtwoheadrightarrow","\\xtwoheadleftarrow","\\xtofrom","\\xrightleftarrows","\\xrightequilibrium","\\xleftequilibrium","\\\\cdrightarrow","\\\\cdleftarrow","\\\\cdlongequal"],numArgs:1,numOptionalArgs:1,handler(n,e,t){var i=n.parser,r=n.funcName;return{type:"xArrow",mode:i.mode,label:r,body:e[0],below:t[0]}},htmlBuilder(n,e){var t=e.style,i=e.havingStyle(t.sup()),r=$a(kt(n.body,i,e),e),s=n.label.slice(0,2)==="\\x"?"x":"cd";r.classes.push(s+"-arrow-pad");var a;n.below&&(i=e.havingStyle(t.sub()),a=$a(kt(n.below,i,e),e),a.classes.push(s+"-arrow-pad"));var o=i0(n,e),l=-e.fontMetrics().axisHeight+.5*o.height,c=-e.fontMetrics().axisHeight-.5*o.height-.111;(r.depth>.25||n.label==="\\xleftequilibrium")&&(c-=r.depth);var u;if(a){var h=-e.fontMetrics().axisHeight+a.height+.5*o.height+.111;u=Vt({positionType:"individualShift",children:[{type:"elem",elem:r,shift:c},{type:"elem",elem:o,shift:l,wrapperClasses:["svg-align"]},{type:"elem",elem:a,shift:h}]})}else u=Vt({positionType:"individualShift",children:[{type:"elem",elem:r,shift:c},{type:"elem",elem:o,shift:l,wrapperClasses:["svg-align"]}]});return xe(["mrel","x-arrow"],[u],e)},mathmlBuilder(n,e){var t=n0(n.label);t.setAttribute("minsize",n.label.charAt(0)==="x"?"1.75em":"3.0em");var i;if(n.body){var r=Vc(en(n.body,e));if(n.below){var s=Vc(en(n.below,e));i=new Me("munderover",[t,s,r])}else i=new Me("mover",[t,r])}else if(n.below){var a=Vc(en(n.below,e));i=new Me("munder",[t,a])}else i=Vc(),i=new Me("mover",[t,i]);return i}});function X3(n,e){var t=Xn(n.body,e,!0);return xe([n.mclass],t,e)}function Y3(n,e){var t,i=Fi(n.body,e);return n.mclass==="minner"?t=new Me("mpadded",i):n.mclass==="mord"?n.isCharacterBox?(t=i[0],t.type="mi"):t=new Me("mi",i):(n.isCharacterBox?(t=i[0],t.type="mo"):t=new Me("mo",i),n.mclass==="mbin"?(t.attributes.lspace="0.22em",t.attributes.rspace="0.22em"):n.mclass==="mpunct"?(t.attributes.lspace="0em",t.attributes.rspace="0.17em"):(n.mclass==="mopen"||n.mclass==="mclose")&&(t.attributes.lspace="0em",t.attributes.rspace="0em")),t}Be({type:"mclass",names:["\\mathord","\\mathbin","\\mathrel","\\mathopen","\\mathclose","\\mathpunct","\\mathinner"],numArgs:1,primitive:!0,handler(n,e){var t=n.parser,i=n.funcName,r=e[0];return{type:"mclass",mode:t.mode,mclass:"m"+i.slice(5),body:zn(r),isCharacterBox:es(r)}},htmlBuilder:X3,mathmlBuilder:Y3});var a0=n=>{var e=n.type==="ordgroup"&&n.body.length?n.body[0]:n;return e.type==="atom"&&(e.family==="bin"||e.family==="rel")?"m"+e.family:"mord"};Be({type:"mclass",names:["\\@binrel"],numArgs:2,handler(n,e){var t=n.parser;return{type:"mclass",mode:t.mode,mclass:a0(e[0]),body:zn(e[1]),isCharacterBox:es(e[1])}}});Be({type:"mclass",names:["\\stackrel","\\overset","\\underset"],numArgs:2,handler(n,e){var t=n.parser,i=n.funcName,r=e[1],s=e[0],a;i!=="\\stackrel"?a=a0(r):a="mrel";var o={type:"op",mode:r.mode,limits:!0,alwaysHandleSupSub:!0,parentIsSupSub:!1,symbol:!1,suppressBaseShift:i!=="\\stackrel",body:zn(r)},l=i==="\\underset"?{type:"supsub",mode:s.mode,base:o,sub:s}:{type:"supsub",mode:s.mode,base:o,sup:s};return{type:"mclass",mode:t.mode,mclass:a,body:[l],isCharacterBox:es(l)}}});Be({type:"pmb",names:["\\pmb"],numArgs:1,allowedInText:!0,handler(n,e){var t=n.parser;return{type:"pmb",mode:t.mode,mclass:a0(e[0]),body:zn(e[0])}},htmlBuilder(n,e){var t=Xn(n.body,e,!0),i=xe([n.mclass],t,e);return i.style.textShadow="0.02em 0.01em 0.04px",i},mathmlBuilder(n,e){var t=Fi(n.body,e),i=new Me("mstyle",t);return i.setAttribute("style","text-shadow: 0.02em 0.01em 0.04px"),i}});var Z3={">":"\\\\cdrightarrow","<":"\\\\cdleftarrow","=":"\\\\cdlongequal",A:"\\uparrow",V:"\\downarrow","|":"\\Vert",".":"no arrow"},l1=()=>({type:"styling",body:[],mode:"math",style:"display",resetFont:!0}),c1=n=>n.type==="textord"&&n.text==="@",$3=(n,e)=>(n.type==="mathord"||n.type==="atom")&&n.text===e;function J3(n,e,t){var i=Z3[n];switch(i){case"\\\\cdrightarrow":case"\\\\cdleftarrow":return t.callFunction(i,[e[0]],[e[1]]);case"\\uparrow":case"\\downarrow":{var r=t.callFunction("\\\\cdleft",[e[0]],[]),s={type:"atom",text:i,mode:"math",family:"rel"},a=t.callFunction("\\Big",[s],[]),o=t.callFunction("\\\\cdright",[e[1]],[]),l={type:"ordgroup",mode:"math",body:[r,a,o]};return t.callFunction("\\\\cdparent",[l],[])}case"\\\\cdlongequal":return t.callFunction("\\\\cdlongequal",[],[]);case"\\Vert":{var c={type:"textord",text:"\\Vert",mode:"math"};return t.callFunction("\\Big",[c],[])}default:return{type:"textord",text:" ",mode:"math"}}}function K3(n){var e=[];for(n.gullet.beginGroup(),n.gullet.macros.set("\\cr","\\\\\\relax"),n.gullet.beginGroup();;){e.push(n.parseExpression(!1,"\\\\")),n.gullet.endGroup(),n.gullet.beginGroup();var t=n.fetch().text;if(t==="&"||t==="\\\\")n.consume();else if(t==="\\end"){e[e.length-1].length===0&&e.pop();break}else throw new Se("Expected \\\\ or \\cr or \\end",n.nextToken)}for(var i=[],r=[i],s=0;s<e.length;s++){for(var a=e[s],o=l1(),l=0;l<a.length;l++)if(!c1(a[l]))o.body.push(a[l]);else{i.push(o),l+=1;var c=r0(a[l]).text,u=new Array(2);if(u[0]={type:"ordgroup",mode:"math",body:[]},u[1]={type:"ordgroup",mode:"math",body:[]},!"=|.".includes(c))if("<>AV".includes(c))for(var h=0;h<2;h++){for(var f=!0,d=l+1;d<a.length;d++){if($3(a[d],c)){f=!1,l=d;break}if(c1(a[d]))throw new Se("Missing a "+c+" character to complete a CD arrow.",a[d]);u[h].body.push(a[d])}if(f)throw new Se("Missing a "+c+" character to complete a CD arrow.",a[l])}else throw new Se('Expected one of "<>AV=|." after @',a[l]);var v=J3(c,u,n),b={type:"styling",body:[v],mode:"math",style:"display",resetFont:!0};i.push(b),o=l1()}s%2===0?i.push(o):i.shift(),i=[],r.push(i)}n.gullet.endGroup(),n.gullet.endGroup();var g=new Array(r[0].length).fill({type:"align",align:"c",pregap:.25,postgap:.25});return{type:"array",mode:"math",body:r,arraystretch:1,addJot:!0,rowGaps:[null],cols:g,colSeparationType:"CD",hLinesBeforeRow:new Array(r.length+1).fill([])}}Be({type:"cdlabel",names:["\\\\cdleft","\\\\cdright"],numArgs:1,handler(n,e){var t=n.parser,i=n.funcName;return{type:"cdlabel",mode:t.mode,side:i.slice(4),label:e[0]}},htmlBuilder(n,e){var t=e.havingStyle(e.style.sup()),i=$a(kt(n.label,t,e),e);return i.classes.push("cd-label-"+n.side),i.style.bottom=Re(.8-i.depth),i.height=0,i.depth=0,i},mathmlBuilder(n,e){var t=new Me("mrow",[en(n.label,e)]);return t=new Me("mpadded",[t]),t.setAttribute("width","0"),n.side==="left"&&t.setAttribute("lspace","-1width"),t.setAttribute("voffset","0.7em"),t=new Me("mstyle",[t]),t.setAttribute("displaystyle","false"),t.setAttribute("scriptlevel","1"),t}});Be({type:"cdlabelparent",names:["\\\\cdparent"],numArgs:1,handler(n,e){var t=n.parser;return{type:"cdlabelparent",mode:t.mode,fragment:e[0]}},htmlBuilder(n,e){var t=$a(kt(n.fragment,e),e);return t.classes.push("cd-vert-arrow"),t},mathmlBuilder(n,e){return new Me("mrow",[en(n.fragment,e)])}});Be({type:"textord",names:["\\@char"],numArgs:1,allowedInText:!0,handler(n,e){var t=n.parser,i=Ct(e[0],"ordgroup"),r=Hf(i,"\\@char has non-numeric argument"),s=parseInt(r),a;if(isNaN(s))throw new Se("\\@char has non-numeric argument "+r);if(s<0||s>1114111)throw new Se("\\@char with invalid code point "+r);return s<=65535?a=String.fromCharCode(s):(s-=65536,a=String.fromCharCode((s>>10)+55296,(s&1023)+56320)),{type:"textord",mode:t.mode,text:a}}});var j3=(n,e)=>{var t=Xn(n.body,e.withColor(n.color),!1);return ns(t)},Q3=(n,e)=>{var t=Fi(n.body,e.withColor(n.color)),i=new Me("mstyle",t);return i.setAttribute("mathcolor",n.color),i};Be({type:"color",names:["\\textcolor"],numArgs:2,allowedInText:!0,argTypes:["color","original"],handler(n,e){var t=n.parser,i=Ct(e[0],"color-token").color,r=e[1];return{type:"color",mode:t.mode,color:i,body:zn(r)}},htmlBuilder:j3,mathmlBuilder:Q3});Be({type:"color",names:["\\color"],numArgs:1,allowedInText:!0,argTypes:["color"],handler(n,e){var t=n.parser,i=n.breakOnTokenText,r=Ct(e[0],"color-token").color;t.gullet.macros.set("\\current@color",r);var s=t.parseExpression(!0,i);return{type:"color",mode:t.mode,color:r,body:s}}});Be({type:"cr",names:["\\\\"],numArgs:0,numOptionalArgs:0,allowedInText:!0,handler(n){var e=n.parser,t=e.gullet.future().text==="["?e.parseSizeGroup(!0):null,i=!e.settings.displayMode||!Ci({strict:e.settings.strict,errorCode:"newLineInDisplayMode",errorMsg:"In LaTeX, \\\\ or \\newline does nothing in display mode",report:!1});return{type:"cr",mode:e.mode,newLine:i,size:t&&Ct(t,"size").value}},htmlBuilder(n,e){var t=xe(["mspace"],[],e);return n.newLine&&(t.classes.push("katex-newline"),n.size&&(t.style.marginTop=Re(bn(n.size,e)))),t},mathmlBuilder(n,e){var t=new Me("mspace");return n.newLine&&(t.setAttribute("linebreak","newline"),n.size&&t.setAttribute("height",Re(bn(n.size,e)))),t}});var Ef={"\\global":"\\global","\\long":"\\\\globallong","\\\\globallong":"\\\\globallong","\\def":"\\gdef","\\gdef":"\\gdef","\\edef":"\\xdef","\\xdef":"\\xdef","\\let":"\\\\globallet","\\futurelet":"\\\\globalfuture"},Z1=n=>{var e=n.text;if(/^(?:[\\{}$&#^_]|EOF)$/.test(e))throw new Se("Expected a control sequence",n);return e},ey=n=>{var e=n.gullet.popToken();return e.text==="="&&(e=n.gullet.popToken(),e.text===" "&&(e=n.gullet.popToken())),e},$1=(n,e,t,i)=>{var r=n.gullet.macros.get(t.text);r==null&&(t.noexpand=!0,r={tokens:[t],numArgs:0,unexpandable:!n.gullet.isExpandable(t.text)}),n.gullet.macros.set(e,r,i)};Be({type:"internal",names:["\\global","\\long","\\\\globallong"],numArgs:0,allowedInText:!0,handler(n){var e=n.parser,t=n.funcName;e.consumeSpaces();var i=e.fetch();if(Ef[i.text])return(t==="\\global"||t==="\\\\globallong")&&(i.text=Ef[i.text]),Ct(e.parseFunction(),"internal");throw new Se("Invalid token after macro prefix",i)}});Be({type:"internal",names:["\\def","\\gdef","\\edef","\\xdef"],numArgs:0,allowedInText:!0,primitive:!0,handler(n){var e=n.parser,t=n.funcName,i=e.gullet.popToken(),r=i.text;if(/^(?:[\\{}$&#^_]|EOF)$/.test(r))throw new Se("Expected a control sequence",i);for(var s=0,a,o=[[]];e.gullet.future().text!=="{";)if(i=e.gullet.popToken(),i.text==="#"){if(e.gullet.future().text==="{"){a=e.gullet.future(),o[s].push("{");break}if(i=e.gullet.popToken(),!/^[1-9]$/.test(i.text))throw new Se('Invalid argument number "'+i.text+'"');if(parseInt(i.text)!==s+1)throw new Se('Argument number "'+i.text+'" out of order');s++,o.push([])}else{if(i.text==="EOF")throw new Se("Expected a macro definition");o[s].push(i.text)}var l=e.gullet.consumeArg(),c=l.tokens;return a&&c.unshift(a),(t==="\\edef"||t==="\\xdef")&&(c=e.gullet.expandTokens(c),c.reverse()),e.gullet.macros.set(r,{tokens:c,numArgs:s,delimiters:o},t===Ef[t]),{type:"internal",mode:e.mode}}});Be({type:"internal",names:["\\let","\\\\globallet"],numArgs:0,allowedInText:!0,primitive:!0,handler(n){var e=n.parser,t=n.funcName,i=Z1(e.gullet.popToken());e.gullet.consumeSpaces();var r=ey(e);return $1(e,i,r,t==="\\\\globallet"),{type:"internal",mode:e.mode}}});Be({type:"internal",names:["\\futurelet","\\\\globalfuture"],numArgs:0,allowedInText:!0,primitive:!0,handler(n){var e=n.parser,t=n.funcName,i=Z1(e.gullet.popToken()),r=e.gullet.popToken(),s=e.gullet.popToken();return $1(e,i,s,t==="\\\\globalfuture"),e.gullet.pushToken(s),e.gullet.pushToken(r),{type:"internal",mode:e.mode}}});var rl=function(e,t,i){var r=mn.math[e]&&mn.math[e].replace,s=Ff(r||e,t,i);if(!s)throw new Error("Unsupported symbol "+e+" and font size "+t+".");return s},Gf=function(e,t,i,r){var s=i.havingBaseStyle(t),a=xe(r.concat(s.sizingClasses(i)),[e],i),o=s.sizeMultiplier/i.sizeMultiplier;return a.height*=o,a.depth*=o,a.maxFontSize=s.sizeMultiplier,a},J1=function(e,t,i){var r=t.havingBaseStyle(i),s=(1-t.sizeMultiplier/r.sizeMultiplier)*t.fontMetrics().axisHeight;e.classes.push("delimcenter"),e.style.top=Re(s),e.height-=s,e.depth+=s},ty=function(e,t,i,r,s,a){var o=xi(e,"Main-Regular",s,r),l=Gf(o,t,r,a);return i&&J1(l,r,t),l},ny=function(e,t,i,r){return xi(e,"Size"+t+"-Regular",i,r)},K1=function(e,t,i,r,s,a){var o=ny(e,t,s,r),l=Gf(xe(["delimsizing","size"+t],[o],r),xt.TEXT,r,a);return i&&J1(l,r,xt.TEXT),l},sf=function(e,t,i,r){var s;t==="Size1-Regular"?s="delim-size1":s="delim-size4";var a=xe(["delimsizinginner",s],[xe([],[xi(e,t,i,r)])]);return{type:"elem",elem:a}},af=function(e,t,i){var r=Rr["Size4-Regular"][e.charCodeAt(0)]?Rr["Size4-Regular"][e.charCodeAt(0)][4]:Rr["Size1-Regular"][e.charCodeAt(0)][4],s=new Pr("inner",s3(e,Math.round(1e3*t))),a=new lr([s],{width:Re(r),height:Re(t),style:"width:"+Re(r),viewBox:"0 0 "+1e3*r+" "+Math.round(1e3*t),preserveAspectRatio:"xMinYMin"}),o=Is([],[a],i);return o.height=t,o.style.height=Re(t),o.style.width=Re(r),{type:"elem",elem:o}},Cf=.008,Wc={type:"kern",size:-1*Cf},iy=new Set(["|","\\lvert","\\rvert","\\vert"]),ry=new Set(["\\|","\\lVert","\\rVert","\\Vert"]),j1=function(e,t,i,r,s,a){var o,l,c,u,h="",f=0;o=c=u=e,l=null;var d="Size1-Regular";e==="\\uparrow"?c=u="⏐":e==="\\Uparrow"?c=u="‖":e==="\\downarrow"?o=c="⏐":e==="\\Downarrow"?o=c="‖":e==="\\updownarrow"?(o="\\uparrow",c="⏐",u="\\downarrow"):e==="\\Updownarrow"?(o="\\Uparrow",c="‖",u="\\Downarrow"):iy.has(e)?(c="∣",h="vert",f=333):ry.has(e)?(c="∥",h="doublevert",f=556):e==="["||e==="\\lbrack"?(o="⎡",c="⎢",u="⎣",d="Size4-Regular",h="lbrack",f=667):e==="]"||e==="\\rbrack"?(o="⎤",c="⎥",u="⎦",d="Size4-Regular",h="rbrack",f=667):e==="\\lfloor"||e==="⌊"?(c=o="⎢",u="⎣",d="Size4-Regular",h="lfloor",f=667):e==="\\lceil"||e==="⌈"?(o="⎡",c=u="⎢",d="Size4-Regular",h="lceil",f=667):e==="\\rfloor"||e==="⌋"?(c=o="⎥",u="⎦",d="Size4-Regular",h="rfloor",f=667):e==="\\rceil"||e==="⌉"?(o="⎤",c=u="⎥",d="Size4-Regular",h="rceil",f=667):e==="("||e==="\\lparen"?(o="⎛",c="⎜",u="⎝",d="Size4-Regular",h="lparen",f=875):e===")"||e==="\\rparen"?(o="⎞",c="⎟",u="⎠",d="Size4-Regular",h="rparen",f=875):e==="\\{"||e==="\\lbrace"?(o="⎧",l="⎨",u="⎩",c="⎪",d="Size4-Regular"):e==="\\}"||e==="\\rbrace"?(o="⎫",l="⎬",u="⎭",c="⎪",d="Size4-Regular"):e==="\\lgroup"||e==="⟮"?(o="⎧",u="⎩",c="⎪",d="Size4-Regular"):e==="\\rgroup"||e==="⟯"?(o="⎫",u="⎭",c="⎪",d="Size4-Regular"):e==="\\lmoustache"||e==="⎰"?(o="⎧",u="⎭",c="⎪",d="Size4-Regular"):(e==="\\rmoustache"||e==="⎱")&&(o="⎫",u="⎩",c="⎪",d="Size4-Regular");var v=rl(o,d,s),b=v.height+v.depth,g=rl(c,d,s),m=g.height+g.depth,y=rl(u,d,s),P=y.height+y.depth,M=0,D=1;if(l!==null){var R=rl(l,d,s);M=R.height+R.depth,D=2}var x=b+P+M,A=Math.max(0,Math.ceil((t-x)/(D*m))),H=x+A*D*m,F=r.fontMetrics().axisHeight;i&&(F*=r.sizeMultiplier);var U=H/2-F,W=[];if(h.length>0){var J=H-b-P,O=Math.round(H*1e3),X=a3(h,Math.round(J*1e3)),te=new Pr(h,X),Y=Re(f/1e3),de=Re(O/1e3),ie=new lr([te],{width:Y,height:de,viewBox:"0 0 "+f+" "+O}),re=Is([],[ie],r);re.height=O/1e3,re.style.width=Y,re.style.height=de,W.push({type:"elem",elem:re})}else{if(W.push(sf(u,d,s,r)),W.push(Wc),l===null){var le=H-b-P+2*Cf;W.push(af(c,le,r))}else{var _e=(H-b-P-M)/2+2*Cf;W.push(af(c,_e,r)),W.push(Wc),W.push(sf(l,d,s,r)),W.push(Wc),W.push(af(c,_e,r))}W.push(Wc),W.push(sf(o,d,s,r))}var pe=r.havingBaseStyle(xt.TEXT),$e=Vt({positionType:"bottom",positionData:U,children:W});return Gf(xe(["delimsizing","mult"],[$e],pe),xt.TEXT,r,a)},of=80,lf=.08,cf=function(e,t,i,r,s){var a=r3(e,r,i),o=new Pr(e,a),l=new lr([o],{width:"400em",height:Re(t),viewBox:"0 0 400000 "+i,preserveAspectRatio:"xMinYMin slice"});return Is(["hide-tail"],[l],s)},sy=function(e,t){var i=t.havingBaseSizing(),r=ig("\\surd",e*i.sizeMultiplier,ng,i),s=i.sizeMultiplier,a=Math.max(0,t.minRuleThickness-t.fontMetrics().sqrtRuleThickness),o,l,c,u,h;return r.type==="small"?(u=1e3+1e3*a+of,e<1?s=1:e<1.4&&(s=.7),l=(1+a+lf)/s,c=(1+a)/s,o=cf("sqrtMain",l,u,a,t),o.style.minWidth="0.853em",h=.833/s):r.type==="large"?(u=(1e3+of)*sl[r.size],c=(sl[r.size]+a)/s,l=(sl[r.size]+a+lf)/s,o=cf("sqrtSize"+r.size,l,u,a,t),o.style.minWidth="1.02em",h=1/s):(l=e+a+lf,c=e+a,u=Math.floor(1e3*e+a)+of,o=cf("sqrtTall",l,u,a,t),o.style.minWidth="0.742em",h=1.056),o.height=c,o.style.height=Re(l),{span:o,advanceWidth:h,ruleWidth:(t.fontMetrics().sqrtRuleThickness+a)*s}},Q1=new Set(["(","\\lparen",")","\\rparen","[","\\lbrack","]","\\rbrack","\\{","\\lbrace","\\}","\\rbrace","\\lfloor","\\rfloor","⌊","⌋","\\lceil","\\rceil","⌈","⌉","\\surd"]),ay=new Set(["\\uparrow","\\downarrow","\\updownarrow","\\Uparrow","\\Downarrow","\\Updownarrow","|","\\|","\\vert","\\Vert","\\lvert","\\rvert","\\lVert","\\rVert","\\lgroup","\\rgroup","⟮","⟯","\\lmoustache","\\rmoustache","⎰","⎱"]),eg=new Set(["<",">","\\langle","\\rangle","/","\\backslash","\\lt","\\gt"]),sl=[0,1.2,1.8,2.4,3],tg=function(e,t,i,r,s){if(e==="<"||e==="\\lt"||e==="⟨"?e="\\langle":(e===">"||e==="\\gt"||e==="⟩")&&(e="\\rangle"),Q1.has(e)||eg.has(e))return K1(e,t,!1,i,r,s);if(ay.has(e))return j1(e,sl[t],!1,i,r,s);throw new Se("Illegal delimiter: '"+e+"'")},oy=[{type:"small",style:xt.SCRIPTSCRIPT},{type:"small",style:xt.SCRIPT},{type:"small",style:xt.TEXT},{type:"large",size:1},{type:"large",size:2},{type:"large",size:3},{type:"large",size:4}],ly=[{type:"small",style:xt.SCRIPTSCRIPT},{type:"small",style:xt.SCRIPT},{type:"small",style:xt.TEXT},{type:"stack"}],ng=[{type:"small",style:xt.SCRIPTSCRIPT},{type:"small",style:xt.SCRIPT},{type:"small",style:xt.TEXT},{type:"large",size:1},{type:"large",size:2},{type:"large",size:3},{type:"large",size:4},{type:"stack"}],cy=function(e){if(e.type==="small")return"Main-Regular";if(e.type==="large")return"Size"+e.size+"-Regular";if(e.type==="stack")return"Size4-Regular";var t=e.type;throw new Error("Add support for delim type '"+t+"' here.")},ig=function(e,t,i,r){for(var s=Math.min(2,3-r.style.size),a=s;a<i.length;a++){var o=i[a];if(o.type==="stack")break;var l=rl(e,cy(o),"math"),c=l.height+l.depth;if(o.type==="small"){var u=r.havingBaseStyle(o.style);c*=u.sizeMultiplier}if(c>t)return o}return i[i.length-1]},Rf=function(e,t,i,r,s,a){e==="<"||e==="\\lt"||e==="⟨"?e="\\langle":(e===">"||e==="\\gt"||e==="⟩")&&(e="\\rangle");var o;eg.has(e)?o=oy:Q1.has(e)?o=ng:o=ly;var l=ig(e,t,o,r);return l.type==="small"?ty(e,l.style,i,r,s,a):l.type==="large"?K1(e,l.size,i,r,s,a):j1(e,t,i,r,s,a)},uf=function(e,t,i,r,s,a){var o=r.fontMetrics().axisHeight*r.sizeMultiplier,l=901,c=5/r.fontMetrics().ptPerEm,u=Math.max(t-o,i+o),h=Math.max(u/500*l,2*u-c);return Rf(e,h,!0,r,s,a)},u1={"\\bigl":{mclass:"mopen",size:1},"\\Bigl":{mclass:"mopen",size:2},"\\biggl":{mclass:"mopen",size:3},"\\Biggl":{mclass:"mopen",size:4},"\\bigr":{mclass:"mclose",size:1},"\\Bigr":{mclass:"mclose",size:2},"\\biggr":{mclass:"mclose",size:3},"\\Biggr":{mclass:"mclose",size:4},"\\bigm":{mclass:"mrel",size:1},"\\Bigm":{mclass:"mrel",size:2},"\\biggm":{mclass:"mrel",size:3},"\\Biggm":{mclass:"mrel",size:4},"\\big":{mclass:"mord",size:1},"\\Big":{mclass:"mord",size:2},"\\bigg":{mclass:"mord",size:3},"\\Bigg":{mclass:"mord",size:4}},uy=new Set(["(","\\lparen",")","\\rparen","[","\\lbrack","]","\\rbrack","\\{","\\lbrace","\\}","\\rbrace","\\lfloor","\\rfloor","⌊","⌋","\\lceil","\\rceil","⌈","⌉","<",">","\\langle","⟨","\\rangle","⟩","\\lt","\\gt","\\lvert","\\rvert","\\lVert","\\rVert","\\lgroup","\\rgroup","⟮","⟯","\\lmoustache","\\rmoustache","⎰","⎱","/","\\backslash","|","\\vert","\\|","\\Vert","\\uparrow","\\Uparrow","\\downarrow","\\Downarrow","\\updownarrow","\\Updownarrow","."]);function h1(n){return"isMiddle"in n}function o0(n,e){var t=s0(n);if(t&&uy.has(t.text))return t;throw t?new Se("Invalid delimiter '"+t.text+"' after '"+e.funcName+"'",n):new Se("Invalid delimiter type '"+n.type+"'",n)}Be({type:"delimsizing",names:["\\bigl","\\Bigl","\\biggl","\\Biggl","\\bigr","\\Bigr","\\biggr","\\Biggr","\\bigm","\\Bigm","\\biggm","\\Biggm","\\big","\\Big","\\bigg","\\Bigg"],numArgs:1,argTypes:["primitive"],handler:(n,e)=>{var t=o0(hl(e[0]),n);return{type:"delimsizing",mode:n.parser.mode,size:u1[n.funcName].size,mclass:u1[n.funcName].mclass,delim:t.text}},htmlBuilder:(n,e)=>n.delim==="."?xe([n.mclass]):tg(n.delim,n.size,e,n.mode,[n.mclass]),mathmlBuilder:n=>{var e=[];n.delim!=="."&&e.push(Ki(n.delim,n.mode));var t=new Me("mo",e);n.mclass==="mopen"||n.mclass==="mclose"?t.setAttribute("fence","true"):t.setAttribute("fence","false"),t.setAttribute("stretchy","true");var i=Re(sl[n.size]);return t.setAttribute("minsize",i),t.setAttribute("maxsize",i),t}});function f1(n){if(!n.body)throw new Error("Bug: The leftright ParseNode wasn't fully parsed.")}Be({type:"leftright-right",names:["\\right"],numArgs:1,primitive:!0,handler:(n,e)=>{var t=n.parser.gullet.macros.get("\\current@color");if(t&&typeof t!="string")throw new Se("\\current@color set to non-string in \\right");return{type:"leftright-right",mode:n.parser.mode,delim:o0(e[0],n).text,color:t}}});Be({type:"leftright",names:["\\left"],numArgs:1,primitive:!0,handler:(n,e)=>{var t=o0(e[0],n),i=n.parser;++i.leftrightDepth;var r=i.parseExpression(!1);--i.leftrightDepth,i.expect("\\right",!1);var s=Ct(i.parseFunction(),"leftright-right");return{type:"leftright",mode:i.mode,body:r,left:t.text,right:s.delim,rightColor:s.color}},htmlBuilder:(n,e)=>{f1(n);for(var t=Xn(n.body,e,!0,["mopen","mclose"]),i=0,r=0,s=!1,a=0;a<t.length;a++){var o=t[a];h1(o)?s=!0:(i=Math.max(t[a].height,i),r=Math.max(t[a].depth,r))}i*=e.sizeMultiplier,r*=e.sizeMultiplier;var l;if(n.left==="."?l=fl(e,["mopen"]):l=uf(n.left,i,r,e,n.mode,["mopen"]),t.unshift(l),s)for(var c=1;c<t.length;c++){var u=t[c];if(h1(u)){var h=u.isMiddle;t[c]=uf(h.delim,i,r,h.options,n.mode,[])}}var f;if(n.right===".")f=fl(e,["mclose"]);else{var d=n.rightColor?e.withColor(n.rightColor):e;f=uf(n.right,i,r,d,n.mode,["mclose"])}return t.push(f),xe(["minner"],t,e)},mathmlBuilder:(n,e)=>{f1(n);var t=Fi(n.body,e);if(n.left!=="."){var i=new Me("mo",[Ki(n.left,n.mode)]);i.setAttribute("fence","true"),t.unshift(i)}if(n.right!=="."){var r=new Me("mo",[Ki(n.right,n.mode)]);r.setAttribute("fence","true"),n.rightColor&&r.setAttribute("mathcolor",n.rightColor),t.push(r)}return Bf(t)}});Be({type:"middle",names:["\\middle"],numArgs:1,primitive:!0,handler:(n,e)=>{var t=o0(e[0],n);if(!n.parser.leftrightDepth)throw new Se("\\middle without preceding \\left",t);return{type:"middle",mode:n.parser.mode,delim:t.text}},htmlBuilder:(n,e)=>{var t;return n.delim==="."?t=fl(e,[]):(t=tg(n.delim,1,e,n.mode,[]),t.isMiddle={delim:n.delim,options:e}),t},mathmlBuilder:(n,e)=>{var t=n.delim==="\\vert"||n.delim==="|"?Ki("|","text"):Ki(n.delim,n.mode),i=new Me("mo",[t]);return i.setAttribute("fence","true"),i.setAttribute("lspace","0.05em"),i.setAttribute("rspace","0.05em"),i}});var hy=(n,e)=>{var t=$a(kt(n.body,e),e),i=n.label.slice(1),r=e.sizeMultiplier,s,a,o=es(n.body);if(i==="sout")s=xe(["katex-stretchy","katex-sout"]),s.height=e.fontMetrics().defaultRuleThickness/r,a=-.5*e.fontMetrics().xHeight;else if(i==="phase"){var l=bn({number:.6,unit:"pt"},e),c=bn({number:.35,unit:"ex"},e),u=e.havingBaseSizing();r=r/u.sizeMultiplier;var h=t.height+t.depth+l+c;t.style.paddingLeft=Re(h/2+l);var f=Math.floor(1e3*h*r),d=n3(f),v=new lr([new Pr("phase",d)],{width:"400em",height:Re(f/1e3),viewBox:"0 0 400000 "+f,preserveAspectRatio:"xMinYMin slice"});s=Is(["hide-tail"],[v],e),s.style.height=Re(h),a=t.depth+l+c}else{/cancel/.test(i)?o||t.classes.push("cancel-pad"):i==="angl"?t.classes.push("anglpad"):t.classes.push("boxpad");var b,g,m=0;/box/.test(i)?(m=Math.max(e.fontMetrics().fboxrule,e.minRuleThickness),b=e.fontMetrics().fboxsep+(i==="colorbox"?0:m),g=b):i==="angl"?(m=Math.max(e.fontMetrics().defaultRuleThickness,e.minRuleThickness),b=4*m,g=Math.max(0,.25-t.depth)):(b=o?.2:0,g=b),s=k3(t,i,b,g,e),/fbox|boxed|fcolorbox/.test(i)?(s.style.borderStyle="solid",s.style.borderWidth=Re(m)):i==="angl"&&m!==.049&&(s.style.borderTopWidth=Re(m),s.style.borderRightWidth=Re(m)),a=t.depth+g,n.backgroundColor&&(s.style.backgroundColor=n.backgroundColor,n.borderColor&&(s.style.borderColor=n.borderColor))}var y;if(n.backgroundColor)y=Vt({positionType:"individualShift",children:[{type:"elem",elem:s,shift:a},{type:"elem",elem:t,shift:0}]});else{var P=/cancel|phase/.test(i)?["svg-align"]:[];y=Vt({positionType:"individualShift",children:[{type:"elem",elem:t,shift:0},{type:"elem",elem:s,shift:a,wrapperClasses:P}]})}return/cancel/.test(i)&&(y.height=t.height,y.depth=t.depth),/cancel/.test(i)&&!o?xe(["mord","cancel-lap"],[y],e):xe(["mord"],[y],e)},fy=(n,e)=>{var t,i=new Me(n.label.includes("colorbox")?"mpadded":"menclose",[en(n.body,e)]);switch(n.label){case"\\cancel":i.setAttribute("notation","updiagonalstrike");break;case"\\bcancel":i.setAttribute("notation","downdiagonalstrike");break;case"\\phase":i.setAttribute("notation","phasorangle");break;case"\\sout":i.setAttribute("notation","horizontalstrike");break;case"\\fbox":i.setAttribute("notation","box");break;case"\\angl":i.setAttribute("notation","actuarial");break;case"\\fcolorbox":case"\\colorbox":if(t=e.fontMetrics().fboxsep*e.fontMetrics().ptPerEm,i.setAttribute("width","+"+2*t+"pt"),i.setAttribute("height","+"+2*t+"pt"),i.setAttribute("lspace",t+"pt"),i.setAttribute("voffset",t+"pt"),n.label==="\\fcolorbox"){var r=Math.max(e.fontMetrics().fboxrule,e.minRuleThickness);i.setAttribute("style","border: "+Re(r)+" solid "+n.borderColor)}break;case"\\xcancel":i.setAttribute("notation","updiagonalstrike downdiagonalstrike");break}return n.backgroundColor&&i.setAttribute("mathbackground",n.backgroundColor),i};Be({type:"enclose",names:["\\colorbox"],numArgs:2,allowedInText:!0,argTypes:["color","hbox"],handler(n,e,t){var i=n.parser,r=n.funcName,s=Ct(e[0],"color-token").color,a=e[1];return{type:"enclose",mode:i.mode,label:r,backgroundColor:s,body:a}},htmlBuilder:hy,mathmlBuilder:fy});Be({type:"enclose",names:["\\fcolorbox"],numArgs:3,allowedInText:!0,argTypes:["color","color","hbox"],handler(n,e,t){var i=n.parser,r=n.funcName,s=Ct(e[0],"color-token").color,a=Ct(e[1],"color-token").color,o=e[2];return{type:"enclose",mode:i.mode,label:r,backgroundColor:a,borderColor:s,body:o}}});Be({type:"enclose",names:["\\fbox"],numArgs:1,argTypes:["hbox"],allowedInText:!0,handler(n,e){var t=n.parser;return{type:"enclose",mode:t.mode,label:"\\fbox",body:e[0]}}});Be({type:"enclose",names:["\\cancel","\\bcancel","\\xcancel","\\phase"],numArgs:1,handler(n,e){var t=n.parser,i=n.funcName,r=e[0];return{type:"enclose",mode:t.mode,label:i,body:r}}});Be({type:"enclose",names:["\\sout"],numArgs:1,allowedInText:!0,handler(n,e){var t=n.parser,i=n.funcName;t.mode==="math"&&Ci({strict:t.settings.strict,errorCode:"mathVsSout",errorMsg:"LaTeX's \\sout works only in text mode",report:!0});var r=e[0];return{type:"enclose",mode:t.mode,label:i,body:r}}});Be({type:"enclose",names:["\\angl"],numArgs:1,argTypes:["hbox"],allowedInText:!1,handler(n,e){var t=n.parser;return{type:"enclose",mode:t.mode,label:"\\angl",body:e[0]}}});var rg={};function Ir(n){for(var e=n.type,t=n.names,i=n.props,r=n.handler,s=n.htmlBuilder,a=n.mathmlBuilder,o={type:e,numArgs:i.numArgs||0,allowedInText:!1,numOptionalArgs:0,handler:r},l=0;l<t.length;++l)rg[t[l]]=o;s&&(cl[e]=s),a&&(ul[e]=a)}var sg={};function I(n,e){sg[n]=e}var Ei=class n{constructor(e,t,i){this.lexer=void 0,this.start=void 0,this.end=void 0,this.lexer=e,this.start=t,this.end=i}static range(e,t){return t?!e||!e.loc||!t.loc||e.loc.lexer!==t.loc.lexer?null:new n(e.loc.lexer,e.loc.start,t.loc.end):e&&e.loc}},Ni=class n{constructor(e,t){this.text=void 0,this.loc=void 0,this.noexpand=void 0,this.treatAsRelax=void 0,this.text=e,this.loc=t}range(e,t){return new n(t,Ei.range(this,e))}};function d1(n){var e=[];n.consumeSpaces();var t=n.fetch().text;for(t==="\\relax"&&(n.consume(),n.consumeSpaces(),t=n.fetch().text);t==="\\hline"||t==="\\hdashline";)n.consume(),e.push(t==="\\hdashline"),n.consumeSpaces(),t=n.fetch().text;return e}var l0=n=>{var e=n.parser.settings;if(!e.displayMode)throw new Se("{"+n.envName+"} can be used only in display mode.")},dy=new Set(["gather","gather*"]);function Vf(n){if(!n.includes("ed"))return!n.includes("*")}function Ls(n,e,t){var i=e.hskipBeforeAndAfter,r=e.addJot,s=e.cols,a=e.arraystretch,o=e.colSeparationType,l=e.autoTag,c=e.singleRow,u=e.emptySingleRow,h=e.maxNumCols,f=e.leqno;if(n.gullet.beginGroup(),c||n.gullet.macros.set("\\cr","\\\\\\relax"),!a){var d=n.gullet.expandMacroAsText("\\arraystretch");if(d==null)a=1;else if(a=parseFloat(d),!a||a<0)throw new Se("Invalid \\arraystretch: "+d)}n.gullet.beginGroup();var v=[],b=[v],g=[],m=[],y=l!=null?[]:void 0;function P(){l&&n.gullet.macros.set("\\@eqnsw","1",!0)}function M(){y&&(n.gullet.macros.get("\\df@tag")?(y.push(n.subparse([new Ni("\\df@tag")])),n.gullet.macros.set("\\df@tag",void 0,!0)):y.push(!!l&&n.gullet.macros.get("\\@eqnsw")==="1"))}for(P(),m.push(d1(n));;){var D=n.parseExpression(!1,c?"\\end":"\\\\");n.gullet.endGroup(),n.gullet.beginGroup();var R={type:"ordgroup",mode:n.mode,body:D};t&&(R={type:"styling",mode:n.mode,style:t,resetFont:!0,body:[R]}),v.push(R);var x=n.fetch().text;if(x==="&"){if(h&&v.length===h){if(c||o)throw new Se("Too many tab characters: &",n.nextToken);Ci({strict:n.settings.strict,errorCode:"textEnv",errorMsg:"Too few columns specified in the {array} column argument.",report:!0})}n.consume()}else if(x==="\\end"){M(),v.length===1&&R.type==="styling"&&R.body.length===1&&R.body[0].type==="ordgroup"&&R.body[0].body.length===0&&(b.length>1||!u)&&!Array.isArray(y?.[y.length-1])&&!(l&&y?.[y.length-1]===!0)&&b.pop(),m.length<b.length+1&&m.push([]);break}else if(x==="\\\\"){n.consume();var A=void 0;n.gullet.future().text!==" "&&(A=n.parseSizeGroup(!0)),g.push(A?A.value:null),M(),m.push(d1(n)),v=[],b.push(v),P()}else throw new Se("Expected & or \\\\ or \\cr or \\end",n.nextToken)}return n.gullet.endGroup(),n.gullet.endGroup(),{type:"array",mode:n.mode,addJot:r,arraystretch:a,body:b,cols:s,rowGaps:g,hskipBeforeAndAfter:i,hLinesBeforeRow:m,colSeparationType:o,tags:y,leqno:f}}function Wf(n){return n.slice(0,1)==="d"?"display":"text"}var Dr=function(e,t){var i,r,s=e.body.length,a=e.hLinesBeforeRow,o=0,l=new Array(s),c=[],u=Math.max(t.fontMetrics().arrayRuleWidth,t.minRuleThickness),h=1/t.fontMetrics().ptPerEm,f=5*h;if(e.colSeparationType&&e.colSeparationType==="small"){var d=t.havingStyle(xt.SCRIPT).sizeMultiplier;f=.2778*(d/t.sizeMultiplier)}var v=e.colSeparationType==="CD"?bn({number:3,unit:"ex"},t):12*h,b=3*h,g=e.arraystretch*v,m=.7*g,y=.3*g,P=0;function M(we){for(var Ut=0;Ut<we.length;++Ut)Ut>0&&(P+=.25),c.push({pos:P,isDashed:we[Ut]})}for(M(a[0]),i=0;i<e.body.length;++i){var D=e.body[i],R=m,x=y;o<D.length&&(o=D.length);var A={cells:new Array(D.length),height:0,depth:0,pos:0};for(r=0;r<D.length;++r){var H=kt(D[r],t);x<H.depth&&(x=H.depth),R<H.height&&(R=H.height),A.cells[r]=H}var F=e.rowGaps[i],U=0;F&&(U=bn(F,t),U>0&&(U+=y,x<U&&(x=U),U=0)),e.addJot&&i<e.body.length-1&&(x+=b),A.height=R,A.depth=x,P+=R,A.pos=P,P+=x+U,l[i]=A,M(a[i+1])}var W=P/2+t.fontMetrics().axisHeight,J=e.cols||[],O=[],X,te,Y=[];if(e.tags&&e.tags.some(we=>we))for(i=0;i<s;++i){var de=l[i],ie=de.pos-W,re=e.tags[i],le=void 0;re===!0?le=xe(["eqn-num"],[],t):re===!1?le=xe([],[],t):le=xe([],Xn(re,t,!0),t),le.depth=de.depth,le.height=de.height,Y.push({type:"elem",elem:le,shift:ie})}for(r=0,te=0;r<o||te<J.length;++r,++te){for(var _e,pe=J[te],$e=!0;((gt=pe)==null?void 0:gt.type)==="separator";){var gt;if($e||(X=xe(["arraycolsep"],[]),X.style.width=Re(t.fontMetrics().doubleRuleSep),O.push(X)),pe.separator==="|"||pe.separator===":"){var et=pe.separator==="|"?"solid":"dashed",qe=xe(["vertical-separator"],[],t);qe.style.height=Re(P),qe.style.borderRightWidth=Re(u),qe.style.borderRightStyle=et,qe.style.margin="0 "+Re(-u/2);var He=P-W;He&&(qe.style.verticalAlign=Re(-He)),O.push(qe)}else throw new Se("Invalid separator type: "+pe.separator);te++,pe=J[te],$e=!1}if(!(r>=o)){var at=void 0;if(r>0||e.hskipBeforeAndAfter){var dt,vt;at=(dt=(vt=pe)==null?void 0:vt.pregap)!=null?dt:f,at!==0&&(X=xe(["arraycolsep"],[]),X.style.width=Re(at),O.push(X))}var Nt=[];for(i=0;i<s;++i){var Lt=l[i],zt=Lt.cells[r];if(zt){var Sn=Lt.pos-W;zt.depth=Lt.depth,zt.height=Lt.height,Nt.push({type:"elem",elem:zt,shift:Sn})}}var jt=Vt({positionType:"individualShift",children:Nt}),Mn=xe(["col-align-"+(((_e=pe)==null?void 0:_e.align)||"c")],[jt]);if(O.push(Mn),r<o-1||e.hskipBeforeAndAfter){var Ht,Rn;at=(Ht=(Rn=pe)==null?void 0:Rn.postgap)!=null?Ht:f,at!==0&&(X=xe(["arraycolsep"],[]),X.style.width=Re(at),O.push(X))}}}var wt=xe(["mtable"],O);if(c.length>0){for(var Pn=Za("katex-hline",t,u),hn=Za("katex-hdashline",t,u),fn=[{type:"elem",elem:wt,shift:0}];c.length>0;){var G=c.pop(),Ne=G.pos-W;G.isDashed?fn.push({type:"elem",elem:hn,shift:Ne}):fn.push({type:"elem",elem:Pn,shift:Ne})}wt=Vt({positionType:"individualShift",children:fn})}if(Y.length===0)return xe(["mord"],[wt],t);var nt=Vt({positionType:"individualShift",children:Y}),pt=xe(["katex-tag"],[nt],t);return ns([wt,pt])},py={c:"center ",l:"left ",r:"right "},Lr=function(e,t){for(var i=[],r=new Me("mtd",[],["mtr-glue"]),s=new Me("mtd",[],["mml-eqn-num"]),a=0;a<e.body.length;a++){for(var o=e.body[a],l=[],c=0;c<o.length;c++)l.push(new Me("mtd",[en(o[c],t)]));e.tags&&e.tags[a]&&(l.unshift(r),l.push(r),e.leqno?l.unshift(s):l.push(s)),i.push(new Me("mtr",l))}var u=new Me("mtable",i),h=e.arraystretch===.5?.1:.16+e.arraystretch-1+(e.addJot?.09:0);u.setAttribute("rowspacing",Re(h));var f="",d="";if(e.cols&&e.cols.length>0){var v=e.cols,b="",g=!1,m=0,y=v.length;v[0].type==="separator"&&(f+="top ",m=1),v[v.length-1].type==="separator"&&(f+="bottom ",y-=1);for(var P=m;P<y;P++){var M=v[P];M.type==="align"?(d+=py[M.align],g&&(b+="none "),g=!0):M.type==="separator"&&g&&(b+=M.separator==="|"?"solid ":"dashed ",g=!1)}u.setAttribute("columnalign",d.trim()),/[sd]/.test(b)&&u.setAttribute("columnlines",b.trim())}if(e.colSeparationType==="align"){for(var D=e.cols||[],R="",x=1;x<D.length;x++)R+=x%2?"0em ":"1em ";u.setAttribute("columnspacing",R.trim())}else e.colSeparationType==="alignat"||e.colSeparationType==="gather"?u.setAttribute("columnspacing","0em"):e.colSeparationType==="small"?u.setAttribute("columnspacing","0.2778em"):e.colSeparationType==="CD"?u.setAttribute("columnspacing","0.5em"):u.setAttribute("columnspacing","1em");var A="",H=e.hLinesBeforeRow;f+=H[0].length>0?"left ":"",f+=H[H.length-1].length>0?"right ":"";for(var F=1;F<H.length-1;F++)A+=H[F].length===0?"none ":H[F][0]?"dashed ":"solid ";return/[sd]/.test(A)&&u.setAttribute("rowlines",A.trim()),f!==""&&(u=new Me("menclose",[u]),u.setAttribute("notation",f.trim())),e.arraystretch&&e.arraystretch<1&&(u=new Me("mstyle",[u]),u.setAttribute("scriptlevel","1")),u},ag=function(e,t){e.envName.includes("ed")||l0(e);var i=[],r=e.envName==="split",s=Ls(e.parser,{cols:i,addJot:!0,autoTag:r?void 0:Vf(e.envName),emptySingleRow:!0,colSeparationType:e.envName.includes("at")?"alignat":"align",maxNumCols:r?2:void 0,leqno:e.parser.settings.leqno},"display"),a=0,o=0,l={type:"ordgroup",mode:e.mode,body:[]};if(t[0]&&t[0].type==="ordgroup"){var c="Number of columns should be a positive integer",u=Hf(t[0],c);if(!/^[0-9]+$/.test(u)||Number(u)<1)throw new Se(c,t[0]);a=Number(u),o=a*2}var h=!o;s.body.forEach(function(b){for(var g=1;g<b.length;g+=2){var m=Ct(b[g],"styling"),y=Ct(m.body[0],"ordgroup");y.body.unshift(l)}if(h)o<b.length&&(o=b.length);else{var P=b.length/2;if(a<P)throw new Se("Too many math in a row: "+("expected "+a+", but got "+P),b[0])}});for(var f=0;f<o;++f){var d="r",v=0;f%2===1?d="l":f>0&&h&&(v=1),i[f]={type:"align",align:d,pregap:v,postgap:0}}return s.colSeparationType=h?"align":"alignat",s};Ir({type:"array",names:["array","darray"],props:{numArgs:1},handler(n,e){var t=s0(e[0]),i=t?[e[0]]:Ct(e[0],"ordgroup").body,r=i.map(function(a){var o=r0(a),l=o.text;if("lcr".includes(l))return{type:"align",align:l};if(l==="|")return{type:"separator",separator:"|"};if(l===":")return{type:"separator",separator:":"};throw new Se("Unknown column alignment: "+l,a)}),s={cols:r,hskipBeforeAndAfter:!0,maxNumCols:r.length};return Ls(n.parser,s,Wf(n.envName))},htmlBuilder:Dr,mathmlBuilder:Lr});Ir({type:"array",names:["matrix","pmatrix","bmatrix","Bmatrix","vmatrix","Vmatrix","matrix*","pmatrix*","bmatrix*","Bmatrix*","vmatrix*","Vmatrix*"],props:{numArgs:0},handler(n){var e={matrix:null,pmatrix:["(",")"],bmatrix:["[","]"],Bmatrix:["\\{","\\}"],vmatrix:["|","|"],Vmatrix:["\\Vert","\\Vert"]}[n.envName.replace("*","")],t="c",i={hskipBeforeAndAfter:!1,cols:[{type:"align",align:t}]};if(n.envName.charAt(n.envName.length-1)==="*"){var r=n.parser;if(r.consumeSpaces(),r.fetch().text==="["){if(r.consume(),r.consumeSpaces(),t=r.fetch().text,!"lcr".includes(t))throw new Se("Expected l or c or r",r.nextToken);r.consume(),r.consumeSpaces(),r.expect("]"),r.consume(),i.cols=[{type:"align",align:t}]}}var s=Ls(n.parser,i,Wf(n.envName)),a=Math.max(0,...s.body.map(o=>o.length));return s.cols=new Array(a).fill({type:"align",align:t}),e?{type:"leftright",mode:n.mode,body:[s],left:e[0],right:e[1],rightColor:void 0}:s},htmlBuilder:Dr,mathmlBuilder:Lr});Ir({type:"array",names:["smallmatrix"],props:{numArgs:0},handler(n){var e={arraystretch:.5},t=Ls(n.parser,e,"script");return t.colSeparationType="small",t},htmlBuilder:Dr,mathmlBuilder:Lr});Ir({type:"array",names:["subarray"],props:{numArgs:1},handler(n,e){var t=s0(e[0]),i=t?[e[0]]:Ct(e[0],"ordgroup").body,r=i.map(function(o){var l=r0(o),c=l.text;if("lc".includes(c))return{type:"align",align:c};throw new Se("Unknown column alignment: "+c,o)});if(r.length>1)throw new Se("{subarray} can contain only one column");var s={cols:r,hskipBeforeAndAfter:!1,arraystretch:.5},a=Ls(n.parser,s,"script");if(a.body.length>0&&a.body[0].length>1)throw new Se("{subarray} can contain only one column");return a},htmlBuilder:Dr,mathmlBuilder:Lr});Ir({type:"array",names:["cases","dcases","rcases","drcases"],props:{numArgs:0},handler(n){var e={arraystretch:1.2,cols:[{type:"align",align:"l",pregap:0,postgap:1},{type:"align",align:"l",pregap:0,postgap:0}]},t=Ls(n.parser,e,Wf(n.envName));return{type:"leftright",mode:n.mode,body:[t],left:n.envName.includes("r")?".":"\\{",right:n.envName.includes("r")?"\\}":".",rightColor:void 0}},htmlBuilder:Dr,mathmlBuilder:Lr});Ir({type:"array",names:["align","align*","aligned","split"],props:{numArgs:0},handler:ag,htmlBuilder:Dr,mathmlBuilder:Lr});Ir({type:"array",names:["gathered","gather","gather*"],props:{numArgs:0},handler(n){dy.has(n.envName)&&l0(n);var e={cols:[{type:"align",align:"c"}],addJot:!0,colSeparationType:"gather",autoTag:Vf(n.envName),emptySingleRow:!0,leqno:n.parser.settings.leqno};return Ls(n.parser,e,"display")},htmlBuilder:Dr,mathmlBuilder:Lr});Ir({type:"array",names:["alignat","alignat*","alignedat"],props:{numArgs:1},handler:ag,htmlBuilder:Dr,mathmlBuilder:Lr});Ir({type:"array",names:["equation","equation*"],props:{numArgs:0},handler(n){l0(n);var e={autoTag:Vf(n.envName),emptySingleRow:!0,singleRow:!0,maxNumCols:1,leqno:n.parser.settings.leqno};return Ls(n.parser,e,"display")},htmlBuilder:Dr,mathmlBuilder:Lr});Ir({type:"array",names:["CD"],props:{numArgs:0},handler(n){return l0(n),K3(n.parser)},htmlBuilder:Dr,mathmlBuilder:Lr});I("\\nonumber","\\gdef\\@eqnsw{0}");I("\\notag","\\nonumber");Be({type:"text",names:["\\hline","\\hdashline"],numArgs:0,allowedInText:!0,allowedInMath:!0,handler(n,e){throw new Se(n.funcName+" valid only within array environment")}});var p1=rg;Be({type:"environment",names:["\\begin","\\end"],numArgs:1,argTypes:["text"],handler(n,e){var t=n.parser,i=n.funcName,r=e[0];if(r.type!=="ordgroup")throw new Se("Invalid environment name",r);var s=Hf(r,"Environment name should contain only text characters and spaces",!0);if(i==="\\begin"){if(!Object.prototype.hasOwnProperty.call(p1,s))throw new Se("No such environment: "+s,r);var a=p1[s],o=t.parseArguments("\\begin{"+s+"}",a),l=o.args,c=o.optArgs,u={mode:t.mode,envName:s,parser:t},h=a.handler(u,l,c);t.expect("\\end",!1);var f=t.nextToken,d=Ct(t.parseFunction(),"environment");if(d.name!==s)throw new Se("Mismatch: \\begin{"+s+"} matched by \\end{"+d.name+"}",f);return h}return{type:"environment",mode:t.mode,name:s,nameGroup:r}}});var my=(n,e)=>{var t=n.font,i=e.withFont(t);return kt(n.body,i)},gy=(n,e)=>{var t=n.font,i=e.withFont(t);return en(n.body,i)},m1={"\\Bbb":"\\mathbb","\\bold":"\\mathbf","\\frak":"\\mathfrak"};Be({type:"font",names:["\\mathrm","\\mathit","\\mathbf","\\mathnormal","\\mathsfit","\\mathbb","\\mathcal","\\mathfrak","\\mathscr","\\mathsf","\\mathtt","\\Bbb","\\bold","\\frak"],numArgs:1,allowedInArgument:!0,handler:(n,e)=>{var t=n.parser,i=n.funcName,r=hl(e[0]),s=i in m1?m1[i]:i;return{type:"font",mode:t.mode,font:s.slice(1),body:r}},htmlBuilder:my,mathmlBuilder:gy});Be({type:"mclass",names:["\\boldsymbol","\\bm"],numArgs:1,handler:(n,e)=>{var t=n.parser,i=e[0];return{type:"mclass",mode:t.mode,mclass:a0(i),body:[{type:"font",mode:t.mode,font:"boldsymbol",body:i}],isCharacterBox:es(i)}}});Be({type:"font",names:["\\rm","\\sf","\\tt","\\bf","\\it","\\cal"],numArgs:0,allowedInText:!0,handler:(n,e)=>{var t=n.parser,i=n.funcName,r=n.breakOnTokenText,s=t.mode,a=t.parseExpression(!0,r);return{type:"font",mode:s,font:"math"+i.slice(1),body:{type:"ordgroup",mode:t.mode,body:a}}}});var vy=(n,e)=>{var t=e.style,i=t.fracNum(),r=t.fracDen(),s;s=e.havingStyle(i);var a=kt(n.numer,s,e);if(n.continued){var o=8.5/e.fontMetrics().ptPerEm,l=3.5/e.fontMetrics().ptPerEm;a.height=a.height<o?o:a.height,a.depth=a.depth<l?l:a.depth}s=e.havingStyle(r);var c=kt(n.denom,s,e),u,h,f;n.hasBarLine?(n.barSize?(h=bn(n.barSize,e),u=Za("frac-line",e,h)):u=Za("frac-line",e),h=u.height,f=u.height):(u=null,h=0,f=e.fontMetrics().defaultRuleThickness);var d,v,b;t.size===xt.DISPLAY.size?(d=e.fontMetrics().num1,h>0?v=3*f:v=7*f,b=e.fontMetrics().denom1):(h>0?(d=e.fontMetrics().num2,v=f):(d=e.fontMetrics().num3,v=3*f),b=e.fontMetrics().denom2);var g;if(u){var y=e.fontMetrics().axisHeight;d-a.depth-(y+.5*h)<v&&(d+=v-(d-a.depth-(y+.5*h))),y-.5*h-(c.height-b)<v&&(b+=v-(y-.5*h-(c.height-b)));var P=-(y-.5*h);g=Vt({positionType:"individualShift",children:[{type:"elem",elem:c,shift:b},{type:"elem",elem:u,shift:P},{type:"elem",elem:a,shift:-d}]})}else{var m=d-a.depth-(c.height-b);m<v&&(d+=.5*(v-m),b+=.5*(v-m)),g=Vt({positionType:"individualShift",children:[{type:"elem",elem:c,shift:b},{type:"elem",elem:a,shift:-d}]})}s=e.havingStyle(t),g.height*=s.sizeMultiplier/e.sizeMultiplier,g.depth*=s.sizeMultiplier/e.sizeMultiplier;var M;t.size===xt.DISPLAY.size?M=e.fontMetrics().delim1:t.size===xt.SCRIPTSCRIPT.size?M=e.havingStyle(xt.SCRIPT).fontMetrics().delim2:M=e.fontMetrics().delim2;var D,R;return n.leftDelim==null?D=fl(e,["mopen"]):D=Rf(n.leftDelim,M,!0,e.havingStyle(t),n.mode,["mopen"]),n.continued?R=xe([]):n.rightDelim==null?R=fl(e,["mclose"]):R=Rf(n.rightDelim,M,!0,e.havingStyle(t),n.mode,["mclose"]),xe(["mord"].concat(s.sizingClasses(e)),[D,xe(["mfrac"],[g]),R],e)},_y=(n,e)=>{var t=new Me("mfrac",[en(n.numer,e),en(n.denom,e)]);if(!n.hasBarLine)t.setAttribute("linethickness","0px");else if(n.barSize){var i=bn(n.barSize,e);t.setAttribute("linethickness",Re(i))}if(n.leftDelim!=null||n.rightDelim!=null){var r=[];if(n.leftDelim!=null){var s=new Me("mo",[new Cn(n.leftDelim.replace("\\",""))]);s.setAttribute("fence","true"),r.push(s)}if(r.push(t),n.rightDelim!=null){var a=new Me("mo",[new Cn(n.rightDelim.replace("\\",""))]);a.setAttribute("fence","true"),r.push(a)}return Bf(r)}return t},og=(n,e)=>{if(!e)return n;var t={type:"styling",mode:n.mode,style:e,body:[n]};return t};Be({type:"genfrac",names:["\\cfrac","\\dfrac","\\frac","\\tfrac","\\dbinom","\\binom","\\tbinom","\\\\atopfrac","\\\\bracefrac","\\\\brackfrac"],numArgs:2,allowedInArgument:!0,handler:(n,e)=>{var t=n.parser,i=n.funcName,r=e[0],s=e[1],a,o=null,l=null;switch(i){case"\\cfrac":case"\\dfrac":case"\\frac":case"\\tfrac":a=!0;break;case"\\\\atopfrac":a=!1;break;case"\\dbinom":case"\\binom":case"\\tbinom":a=!1,o="(",l=")";break;case"\\\\bracefrac":a=!1,o="\\{",l="\\}";break;case"\\\\brackfrac":a=!1,o="[",l="]";break;default:throw new Error("Unrecognized genfrac command")}var c=i==="\\cfrac",u=null;return c||i.startsWith("\\d")?u="display":i.startsWith("\\t")&&(u="text"),og({type:"genfrac",mode:t.mode,numer:r,denom:s,continued:c,hasBarLine:a,leftDelim:o,rightDelim:l,barSize:null},u)},htmlBuilder:vy,mathmlBuilder:_y});Be({type:"infix",names:["\\over","\\choose","\\atop","\\brace","\\brack"],numArgs:0,infix:!0,handler(n){var e=n.parser,t=n.funcName,i=n.token,r;switch(t){case"\\over":r="\\frac";break;case"\\choose":r="\\binom";break;case"\\atop":r="\\\\atopfrac";break;case"\\brace":r="\\\\bracefrac";break;case"\\brack":r="\\\\brackfrac";break;default:throw new Error("Unrecognized infix genfrac command")}return{type:"infix",mode:e.mode,replaceWith:r,token:i}}});var g1=["display","text","script","scriptscript"],v1=function(e){var t=null;return e.length>0&&(t=e,t=t==="."?null:t),t};Be({type:"genfrac",names:["\\genfrac"],numArgs:6,allowedInArgument:!0,argTypes:["math","math","size","text","math","math"],handler(n,e){var t=n.parser,i=e[4],r=e[5],s=hl(e[0]),a=s.type==="atom"&&s.family==="open"?v1(s.text):null,o=hl(e[1]),l=o.type==="atom"&&o.family==="close"?v1(o.text):null,c=Ct(e[2],"size"),u,h=null;c.isBlank?u=!0:(h=c.value,u=h.number>0);var f=null,d=e[3];if(d.type==="ordgroup"){if(d.body.length>0){var v=Ct(d.body[0],"textord");f=g1[Number(v.text)]}}else d=Ct(d,"textord"),f=g1[Number(d.text)];return og({type:"genfrac",mode:t.mode,numer:i,denom:r,continued:!1,hasBarLine:u,barSize:h,leftDelim:a,rightDelim:l},f)}});Be({type:"infix",names:["\\above"],numArgs:1,argTypes:["size"],infix:!0,handler(n,e){var t=n.parser;n.funcName;var i=n.token;return{type:"infix",mode:t.mode,replaceWith:"\\\\abovefrac",size:Ct(e[0],"size").value,token:i}}});Be({type:"genfrac",names:["\\\\abovefrac"],numArgs:3,argTypes:["math","size","math"],handler:(n,e)=>{var t=n.parser;n.funcName;var i=e[0],r=Ct(e[1],"infix").size;if(!r)throw new Error("\\\\abovefrac expected size, but got "+String(r));var s=e[2],a=r.number>0;return{type:"genfrac",mode:t.mode,numer:i,denom:s,continued:!1,hasBarLine:a,barSize:r,leftDelim:null,rightDelim:null}}});var lg=(n,e)=>{var t=e.style,i,r;n.type==="supsub"?(i=n.sup?kt(n.sup,e.havingStyle(t.sup()),e):kt(n.sub,e.havingStyle(t.sub()),e),r=Ct(n.base,"horizBrace")):r=Ct(n,"horizBrace");var s=kt(r.base,e.havingBaseStyle(xt.DISPLAY)),a=i0(r,e),o;if(r.isOver?o=Vt({positionType:"firstBaseline",children:[{type:"elem",elem:s},{type:"kern",size:.1},{type:"elem",elem:a,wrapperClasses:["svg-align"]}]}):o=Vt({positionType:"bottom",positionData:s.depth+.1+a.height,children:[{type:"elem",elem:a,wrapperClasses:["svg-align"]},{type:"kern",size:.1},{type:"elem",elem:s}]}),i){var l=xe(["minner",r.isOver?"mover":"munder"],[o],e);r.isOver?o=Vt({positionType:"firstBaseline",children:[{type:"elem",elem:l},{type:"kern",size:.2},{type:"elem",elem:i}]}):o=Vt({positionType:"bottom",positionData:l.depth+.2+i.height+i.depth,children:[{type:"elem",elem:i},{type:"kern",size:.2},{type:"elem",elem:l}]})}return xe(["minner",r.isOver?"mover":"munder"],[o],e)},xy=(n,e)=>{var t=n0(n.label);return new Me(n.isOver?"mover":"munder",[en(n.base,e),t])};Be({type:"horizBrace",names:["\\overbrace","\\underbrace","\\overbracket","\\underbracket"],numArgs:1,handler(n,e){var t=n.parser,i=n.funcName;return{type:"horizBrace",mode:t.mode,label:i,isOver:i.includes("\\over"),base:e[0]}},htmlBuilder:lg,mathmlBuilder:xy});Be({type:"href",names:["\\href"],numArgs:2,argTypes:["url","original"],allowedInText:!0,handler:(n,e)=>{var t=n.parser,i=e[1],r=Ct(e[0],"url").url;return t.settings.isTrusted({command:"\\href",url:r})?{type:"href",mode:t.mode,href:r,body:zn(i)}:t.formatUnsupportedCmd("\\href")},htmlBuilder:(n,e)=>{var t=Xn(n.body,e,!1);return b3(n.href,[],t,e)},mathmlBuilder:(n,e)=>{var t=Ds(n.body,e);return t instanceof Me||(t=new Me("mrow",[t])),t.setAttribute("href",n.href),t}});Be({type:"href",names:["\\url"],numArgs:1,argTypes:["url"],allowedInText:!0,handler:(n,e)=>{var t=n.parser,i=Ct(e[0],"url").url;if(!t.settings.isTrusted({command:"\\url",url:i}))return t.formatUnsupportedCmd("\\url");for(var r=[],s=0;s<i.length;s++){var a=i[s];a==="~"&&(a="\\textasciitilde"),r.push({type:"textord",mode:"text",text:a})}var o={type:"text",mode:t.mode,font:"\\texttt",body:r};return{type:"href",mode:t.mode,href:i,body:zn(o)}}});Be({type:"hbox",names:["\\hbox"],numArgs:1,argTypes:["text"],allowedInText:!0,primitive:!0,handler(n,e){var t=n.parser;return{type:"hbox",mode:t.mode,body:zn(e[0])}},htmlBuilder(n,e){var t=Xn(n.body,e.withFont(""),!1);return ns(t)},mathmlBuilder(n,e){return new Me("mrow",Fi(n.body,e.withFont("")))}});Be({type:"html",names:["\\htmlClass","\\htmlId","\\htmlStyle","\\htmlData"],numArgs:2,argTypes:["raw","original"],allowedInText:!0,handler:(n,e)=>{var t=n.parser,i=n.funcName;n.token;var r=Ct(e[0],"raw").string,s=e[1];t.settings.strict&&Ci({strict:t.settings.strict,errorCode:"htmlExtension",errorMsg:"HTML extension is disabled on strict mode",report:!0});var a,o={};switch(i){case"\\htmlClass":o.class=r,a={command:"\\htmlClass",class:r};break;case"\\htmlId":o.id=r,a={command:"\\htmlId",id:r};break;case"\\htmlStyle":o.style=r,a={command:"\\htmlStyle",style:r};break;case"\\htmlData":{for(var l="{,}",c=[],u="",h=0;h<r.length;h++)r.startsWith(l,h)?(u+=",",h+=l.length-1):r[h]===","?(c.push(u),u=""):u+=r[h];c.push(u);for(var f=0;f<c.length;f++){var d=c[f],v=d.indexOf("=");if(v<0)throw new Se("\\htmlData key/value '"+d+"' missing equals sign");var b=d.slice(0,v),g=d.slice(v+1);o["data-"+b.trim()]=g}a={command:"\\htmlData",attributes:o};break}default:throw new Error("Unrecognized html command")}return t.settings.isTrusted(a)?{type:"html",mode:t.mode,attributes:o,body:zn(s)}:t.formatUnsupportedCmd(i)},htmlBuilder:(n,e)=>{var t=Xn(n.body,e,!1),i=["enclosing"];n.attributes.class&&i.push(...n.attributes.class.trim().split(/\s+/));var r=xe(i,t,e);for(var s of Object.entries(n.attributes)){var a=s[0],o=s[1];a!=="class"&&r.setAttribute(a,o)}return r},mathmlBuilder:(n,e)=>Ds(n.body,e)});Be({type:"htmlmathml",names:["\\html@mathml"],numArgs:2,allowedInArgument:!0,allowedInText:!0,handler:(n,e)=>{var t=n.parser;return{type:"htmlmathml",mode:t.mode,html:zn(e[0]),mathml:zn(e[1])}},htmlBuilder:(n,e)=>{var t=Xn(n.html,e,!1);return ns(t)},mathmlBuilder:(n,e)=>Ds(n.mathml,e)});var hf=function(e){if(/^[-+]? *(\d+(\.\d*)?|\.\d+)$/.test(e))return{number:+e,unit:"bp"};var t=/([-+]?) *(\d+(?:\.\d*)?|\.\d+) *([a-z]{2})/.exec(e);if(!t)throw new Se("Invalid size: '"+e+"' in \\includegraphics");var i={number:+(t[1]+t[2]),unit:t[3]};if(!D1(i))throw new Se("Invalid unit: '"+i.unit+"' in \\includegraphics.");return i};Be({type:"includegraphics",names:["\\includegraphics"],numArgs:1,numOptionalArgs:1,argTypes:["raw","url"],allowedInText:!1,handler:(n,e,t)=>{var i=n.parser,r={number:0,unit:"em"},s={number:.9,unit:"em"},a={number:0,unit:"em"},o="";if(t[0])for(var l=Ct(t[0],"raw").string,c=l.split(","),u=0;u<c.length;u++){var h=c[u].split("=");if(h.length===2){var f=h[1].trim();switch(h[0].trim()){case"alt":o=f;break;case"width":r=hf(f);break;case"height":s=hf(f);break;case"totalheight":a=hf(f);break;default:throw new Se("Invalid key: '"+h[0]+"' in \\includegraphics.")}}}var d=Ct(e[0],"url").url;return o===""&&(o=d,o=o.replace(/^.*[\\/]/,""),o=o.substring(0,o.lastIndexOf("."))),i.settings.isTrusted({command:"\\includegraphics",url:d})?{type:"includegraphics",mode:i.mode,alt:o,width:r,height:s,totalheight:a,src:d}:i.formatUnsupportedCmd("\\includegraphics")},htmlBuilder:(n,e)=>{var t=bn(n.height,e),i=0;n.totalheight.number>0&&(i=bn(n.totalheight,e)-t);var r=0;n.width.number>0&&(r=bn(n.width,e));var s={height:Re(t+i)};r>0&&(s.width=Re(r)),i>0&&(s.verticalAlign=Re(-i));var a=new gf(n.src,n.alt,s);return a.height=t,a.depth=i,a},mathmlBuilder:(n,e)=>{var t=new Me("mglyph",[]);t.setAttribute("alt",n.alt);var i=bn(n.height,e),r=0;if(n.totalheight.number>0&&(r=bn(n.totalheight,e)-i,t.setAttribute("valign",Re(-r))),t.setAttribute("height",Re(i+r)),n.width.number>0){var s=bn(n.width,e);t.setAttribute("width",Re(s))}return t.setAttribute("src",n.src),t}});Be({type:"kern",names:["\\kern","\\mkern","\\hskip","\\mskip"],numArgs:1,argTypes:["size"],primitive:!0,allowedInText:!0,handler(n,e){var t=n.parser,i=n.funcName,r=Ct(e[0],"size");if(t.settings.strict){var s=i[1]==="m",a=r.value.unit==="mu";s?(a||Ci({strict:t.settings.strict,errorCode:"mathVsTextUnits",errorMsg:"LaTeX's "+i+" supports only mu units, "+("not "+r.value.unit+" units"),report:!0}),t.mode!=="math"&&Ci({strict:t.settings.strict,errorCode:"mathVsTextUnits",errorMsg:"LaTeX's "+i+" works only in math mode",report:!0})):a&&Ci({strict:t.settings.strict,errorCode:"mathVsTextUnits",errorMsg:"LaTeX's "+i+" doesn't support mu units",report:!0})}return{type:"kern",mode:t.mode,dimension:r.value}},htmlBuilder(n,e){return k1(n.dimension,e)},mathmlBuilder(n,e){var t=bn(n.dimension,e);return new Jc(t)}});Be({type:"lap",names:["\\mathllap","\\mathrlap","\\mathclap"],numArgs:1,allowedInText:!0,handler:(n,e)=>{var t=n.parser,i=n.funcName,r=e[0];return{type:"lap",mode:t.mode,alignment:i.slice(5),body:r}},htmlBuilder:(n,e)=>{var t;n.alignment==="clap"?(t=xe([],[kt(n.body,e)]),t=xe(["katex-inner"],[t],e)):t=xe(["katex-inner"],[kt(n.body,e)]);var i=xe(["katex-fix"],[]),r=xe([n.alignment],[t,i],e),s=xe(["katex-strut"]);return s.style.height=Re(r.height+r.depth),r.depth&&(s.style.verticalAlign=Re(-r.depth)),r.children.unshift(s),r=xe(["katex-thinbox"],[r],e),xe(["mord","katex-vbox"],[r],e)},mathmlBuilder:(n,e)=>{var t=new Me("mpadded",[en(n.body,e)]);if(n.alignment!=="rlap"){var i=n.alignment==="llap"?"-1":"-0.5";t.setAttribute("lspace",i+"width")}return t.setAttribute("width","0px"),t}});Be({type:"styling",names:["\\(","$"],numArgs:0,allowedInText:!0,allowedInMath:!1,handler(n,e){var t=n.funcName,i=n.parser,r=i.mode;i.switchMode("math");var s=t==="\\("?"\\)":"$",a=i.parseExpression(!1,s);return i.expect(s),i.switchMode(r),{type:"styling",mode:i.mode,style:"text",resetFont:!0,body:a}}});Be({type:"text",names:["\\)","\\]"],numArgs:0,allowedInText:!0,allowedInMath:!1,handler(n,e){throw new Se("Mismatched "+n.funcName)}});var _1=(n,e)=>{switch(e.style.size){case xt.DISPLAY.size:return n.display;case xt.TEXT.size:return n.text;case xt.SCRIPT.size:return n.script;case xt.SCRIPTSCRIPT.size:return n.scriptscript;default:return n.text}};Be({type:"mathchoice",names:["\\mathchoice"],numArgs:4,primitive:!0,handler:(n,e)=>{var t=n.parser;return{type:"mathchoice",mode:t.mode,display:zn(e[0]),text:zn(e[1]),script:zn(e[2]),scriptscript:zn(e[3])}},htmlBuilder:(n,e)=>{var t=_1(n,e),i=Xn(t,e,!1);return ns(i)},mathmlBuilder:(n,e)=>{var t=_1(n,e);return Ds(t,e)}});var cg=(n,e,t,i,r,s,a)=>{n=xe([],[n]);var o=t&&es(t),l,c;if(e){var u=kt(e,i.havingStyle(r.sup()),i);c={elem:u,kern:Math.max(i.fontMetrics().bigOpSpacing1,i.fontMetrics().bigOpSpacing3-u.depth)}}if(t){var h=kt(t,i.havingStyle(r.sub()),i);l={elem:h,kern:Math.max(i.fontMetrics().bigOpSpacing2,i.fontMetrics().bigOpSpacing4-h.height)}}var f;if(c&&l){var d=i.fontMetrics().bigOpSpacing5+l.elem.height+l.elem.depth+l.kern+n.depth+a;f=Vt({positionType:"bottom",positionData:d,children:[{type:"kern",size:i.fontMetrics().bigOpSpacing5},{type:"elem",elem:l.elem,marginLeft:Re(-s)},{type:"kern",size:l.kern},{type:"elem",elem:n},{type:"kern",size:c.kern},{type:"elem",elem:c.elem,marginLeft:Re(s)},{type:"kern",size:i.fontMetrics().bigOpSpacing5}]})}else if(l){var v=n.height-a;f=Vt({positionType:"top",positionData:v,children:[{type:"kern",size:i.fontMetrics().bigOpSpacing5},{type:"elem",elem:l.elem,marginLeft:Re(-s)},{type:"kern",size:l.kern},{type:"elem",elem:n}]})}else if(c){var b=n.depth+a;f=Vt({positionType:"bottom",positionData:b,children:[{type:"elem",elem:n},{type:"kern",size:c.kern},{type:"elem",elem:c.elem,marginLeft:Re(s)},{type:"kern",size:i.fontMetrics().bigOpSpacing5}]})}else return n;var g=[f];if(l&&s!==0&&!o){var m=xe(["mspace"],[],i);m.style.marginRight=Re(s),g.unshift(m)}return xe(["mop","op-limits"],g,i)},ug=new Set(["\\smallint"]),hg=(n,e)=>{var t,i,r=!1,s;n.type==="supsub"?(t=n.sup,i=n.sub,s=Ct(n.base,"op"),r=!0):s=Ct(n,"op");var a=e.style,o=!1;a.size===xt.DISPLAY.size&&s.symbol&&!ug.has(s.name)&&(o=!0);var l,c;if(s.symbol){var u=o?"Size2-Regular":"Size1-Regular",h="";if((s.name==="\\oiint"||s.name==="\\oiiint")&&(h=s.name.slice(1),s.name=h==="oiint"?"\\iint":"\\iiint"),l=xi(s.name,u,"math",e,["mop","op-symbol",o?"large-op":"small-op"]),c=l.italic,h.length>0){var f=z1(h+"Size"+(o?"2":"1"),e);l=Vt({positionType:"individualShift",children:[{type:"elem",elem:l,shift:0},{type:"elem",elem:f,shift:o?.08:0}]}),s.name="\\"+h,l.classes.unshift("mop"),l.italic=c}}else if(s.body){var d=Xn(s.body,e,!0);d.length===1&&d[0]instanceof bi?(l=d[0],l.classes[0]="mop"):l=xe(["mop"],d,e)}else{for(var v=[],b=1;b<s.name.length;b++)v.push(Of(s.name[b],s.mode,e));l=xe(["mop"],v,e)}var g=0,m=0;if((l instanceof bi||s.name==="\\oiint"||s.name==="\\oiiint")&&!s.suppressBaseShift){var y;g=(l.height-l.depth)/2-e.fontMetrics().axisHeight,m=(y=l.italic)!=null?y:0}return r?cg(l,t,i,e,a,m,g):(g&&(l.style.position="relative",l.style.top=Re(g)),l)},yy=(n,e)=>{var t;if(n.symbol)t=new Me("mo",[Ki(n.name,n.mode)]),ug.has(n.name)&&t.setAttribute("largeop","false");else if(n.body)t=new Me("mo",Fi(n.body,e));else{t=new Me("mi",[new Cn(n.name.slice(1))]);var i=new Me("mo",[Ki("⁡","text")]);n.parentIsSupSub?t=new Me("mrow",[t,i]):t=V1([t,i])}return t},by={"∏":"\\prod","∐":"\\coprod","∑":"\\sum","⋀":"\\bigwedge","⋁":"\\bigvee","⋂":"\\bigcap","⋃":"\\bigcup","⨀":"\\bigodot","⨁":"\\bigoplus","⨂":"\\bigotimes","⨄":"\\biguplus","⨆":"\\bigsqcup"};Be({type:"op",names:["\\coprod","\\bigvee","\\bigwedge","\\biguplus","\\bigcap","\\bigcup","\\intop","\\prod","\\sum","\\bigotimes","\\bigoplus","\\bigodot","\\bigsqcup","\\smallint","∏","∐","∑","⋀","⋁","⋂","⋃","⨀","⨁","⨂","⨄","⨆"],numArgs:0,handler:(n,e)=>{var t=n.parser,i=n.funcName,r=i;return r.length===1&&(r=by[r]),{type:"op",mode:t.mode,limits:!0,parentIsSupSub:!1,symbol:!0,name:r}},htmlBuilder:hg,mathmlBuilder:yy});Be({type:"op",names:["\\mathop"],numArgs:1,primitive:!0,handler:(n,e)=>{var t=n.parser,i=e[0];return{type:"op",mode:t.mode,limits:!1,parentIsSupSub:!1,symbol:!1,body:zn(i)}}});var Sy={"∫":"\\int","∬":"\\iint","∭":"\\iiint","∮":"\\oint","∯":"\\oiint","∰":"\\oiiint"};Be({type:"op",names:["\\arcsin","\\arccos","\\arctan","\\arctg","\\arcctg","\\arg","\\ch","\\cos","\\cosec","\\cosh","\\cot","\\cotg","\\coth","\\csc","\\ctg","\\cth","\\deg","\\dim","\\exp","\\hom","\\ker","\\lg","\\ln","\\log","\\sec","\\sin","\\sinh","\\sh","\\tan","\\tanh","\\tg","\\th"],numArgs:0,handler(n){var e=n.parser,t=n.funcName;return{type:"op",mode:e.mode,limits:!1,parentIsSupSub:!1,symbol:!1,name:t}}});Be({type:"op",names:["\\det","\\gcd","\\inf","\\lim","\\max","\\min","\\Pr","\\sup"],numArgs:0,handler(n){var e=n.parser,t=n.funcName;return{type:"op",mode:e.mode,limits:!0,parentIsSupSub:!1,symbol:!1,name:t}}});Be({type:"op",names:["\\int","\\iint","\\iiint","\\oint","\\oiint","\\oiiint","∫","∬","∭","∮","∯","∰"],numArgs:0,allowedInArgument:!0,handler(n){var e=n.parser,t=n.funcName,i=t;return i.length===1&&(i=Sy[i]),{type:"op",mode:e.mode,limits:!1,parentIsSupSub:!1,symbol:!0,name:i}}});var fg=(n,e)=>{var t,i,r=!1,s;n.type==="supsub"?(t=n.sup,i=n.sub,s=Ct(n.base,"operatorname"),r=!0):s=Ct(n,"operatorname");var a;if(s.body.length>0){for(var o=s.body.map(h=>{var f="text"in h?h.text:void 0;return typeof f=="string"?{type:"textord",mode:h.mode,text:f}:h}),l=Xn(o,e.withFont("mathrm"),!0),c=0;c<l.length;c++){var u=l[c];u instanceof bi&&(u.text=u.text.replace(/\u2212/,"-").replace(/\u2217/,"*"))}a=xe(["mop"],l,e)}else a=xe(["mop"],[],e);return r?cg(a,t,i,e,e.style,0,0):a},My=(n,e)=>{for(var t=Fi(n.body,e.withFont("mathrm")),i=!0,r=0;r<t.length;r++){var s=t[r];if(!(s instanceof Jc))if(s instanceof Me)switch(s.type){case"mi":case"mn":case"mspace":case"mtext":break;case"mo":{var a=s.children[0];s.children.length===1&&a instanceof Cn?a.text=a.text.replace(/\u2212/,"-").replace(/\u2217/,"*"):i=!1;break}default:i=!1}else i=!1}if(i){var o=t.map(u=>u.toText()).join("");t=[new Cn(o)]}var l=new Me("mi",t);l.setAttribute("mathvariant","normal");var c=new Me("mo",[Ki("⁡","text")]);return n.parentIsSupSub?new Me("mrow",[l,c]):V1([l,c])};Be({type:"operatorname",names:["\\operatorname@","\\operatornamewithlimits"],numArgs:1,handler:(n,e)=>{var t=n.parser,i=n.funcName,r=e[0];return{type:"operatorname",mode:t.mode,body:zn(r),alwaysHandleSupSub:i==="\\operatornamewithlimits",limits:!1,parentIsSupSub:!1}},htmlBuilder:fg,mathmlBuilder:My});I("\\operatorname","\\@ifstar\\operatornamewithlimits\\operatorname@");ca({type:"ordgroup",htmlBuilder(n,e){return n.semisimple?ns(Xn(n.body,e,!1)):xe(["mord"],Xn(n.body,e,!0),e)},mathmlBuilder(n,e){return Ds(n.body,e,!0)}});Be({type:"overline",names:["\\overline"],numArgs:1,handler(n,e){var t=n.parser,i=e[0];return{type:"overline",mode:t.mode,body:i}},htmlBuilder(n,e){var t=kt(n.body,e.havingCrampedStyle()),i=Za("overline-line",e),r=e.fontMetrics().defaultRuleThickness,s=Vt({positionType:"firstBaseline",children:[{type:"elem",elem:t},{type:"kern",size:3*r},{type:"elem",elem:i},{type:"kern",size:r}]});return xe(["mord","katex-overline"],[s],e)},mathmlBuilder(n,e){var t=new Me("mo",[new Cn("‾")]);t.setAttribute("stretchy","true");var i=new Me("mover",[en(n.body,e),t]);return i.setAttribute("accent","true"),i}});Be({type:"phantom",names:["\\phantom"],numArgs:1,allowedInText:!0,handler:(n,e)=>{var t=n.parser,i=e[0];return{type:"phantom",mode:t.mode,body:zn(i)}},htmlBuilder:(n,e)=>{var t=Xn(n.body,e.withPhantom(),!1);return ns(t)},mathmlBuilder:(n,e)=>{var t=Fi(n.body,e);return new Me("mphantom",t)}});I("\\hphantom","\\smash{\\phantom{#1}}");Be({type:"vphantom",names:["\\vphantom"],numArgs:1,allowedInText:!0,handler:(n,e)=>{var t=n.parser,i=e[0];return{type:"vphantom",mode:t.mode,body:i}},htmlBuilder:(n,e)=>{var t=xe(["katex-inner"],[kt(n.body,e.withPhantom())]),i=xe(["katex-fix"],[]);return xe(["mord","rlap"],[t,i],e)},mathmlBuilder:(n,e)=>{var t=Fi(zn(n.body),e),i=new Me("mphantom",t),r=new Me("mpadded",[i]);return r.setAttribute("width","0px"),r}});Be({type:"raisebox",names:["\\raisebox"],numArgs:2,argTypes:["size","hbox"],allowedInText:!0,handler(n,e){var t=n.parser,i=Ct(e[0],"size").value,r=e[1];return{type:"raisebox",mode:t.mode,dy:i,body:r}},htmlBuilder(n,e){var t=kt(n.body,e),i=bn(n.dy,e);return Vt({positionType:"shift",positionData:-i,children:[{type:"elem",elem:t}]})},mathmlBuilder(n,e){var t=new Me("mpadded",[en(n.body,e)]),i=n.dy.number+n.dy.unit;return t.setAttribute("voffset",i),t}});var dg=(n,e)=>{var t=n.parser;return{type:"reflectbox",mode:t.mode,body:e[0]}};Be({type:"reflectbox",names:["\\reflectbox"],numArgs:1,argTypes:["hbox"],allowedInText:!0,handler:dg,htmlBuilder(n,e){return xe(["mord","reflectbox"],[kt(n.body,e)],e)},mathmlBuilder(n,e){return en(n.body,e)}});Be({type:"reflectbox",names:["\\mathreflectbox"],numArgs:1,argTypes:["math"],handler:dg});Be({type:"internal",names:["\\relax"],numArgs:0,allowedInText:!0,allowedInArgument:!0,handler(n){var e=n.parser;return{type:"internal",mode:e.mode}}});Be({type:"rule",names:["\\rule"],numArgs:2,numOptionalArgs:1,allowedInText:!0,allowedInMath:!0,argTypes:["size","size","size"],handler(n,e,t){var i=n.parser,r=t[0],s=Ct(e[0],"size"),a=Ct(e[1],"size");return{type:"rule",mode:i.mode,shift:r&&Ct(r,"size").value,width:s.value,height:a.value}},htmlBuilder(n,e){var t=xe(["mord","katex-rule"],[],e),i=bn(n.width,e),r=bn(n.height,e),s=n.shift?bn(n.shift,e):0;return t.style.borderRightWidth=Re(i),t.style.borderTopWidth=Re(r),t.style.bottom=Re(s),t.width=i,t.height=r+s,t.depth=-s,t.maxFontSize=r*1.125*e.sizeMultiplier,t},mathmlBuilder(n,e){var t=bn(n.width,e),i=bn(n.height,e),r=n.shift?bn(n.shift,e):0,s=e.color&&e.getColor()||"black",a=new Me("mspace");a.setAttribute("mathbackground",s),a.setAttribute("width",Re(t)),a.setAttribute("height",Re(i));var o=new Me("mpadded",[a]);return r>=0?o.setAttribute("height",Re(r)):(o.setAttribute("height",Re(r)),o.setAttribute("depth",Re(-r))),o.setAttribute("voffset",Re(r)),o}});function pg(n,e,t){for(var i=Xn(n,e,!1),r=e.sizeMultiplier/t.sizeMultiplier,s=0;s<i.length;s++){var a=i[s].classes.indexOf("katex-sizing");a<0?Array.prototype.push.apply(i[s].classes,e.sizingClasses(t)):i[s].classes[a+1]==="reset-size"+e.size&&(i[s].classes[a+1]="reset-size"+t.size),i[s].height*=r,i[s].depth*=r}return ns(i)}var x1=["\\tiny","\\sixptsize","\\scriptsize","\\footnotesize","\\small","\\normalsize","\\large","\\Large","\\LARGE","\\huge","\\Huge"],wy=(n,e)=>{var t=e.havingSize(n.size);return pg(n.body,t,e)};Be({type:"sizing",names:x1,numArgs:0,allowedInText:!0,handler:(n,e)=>{var t=n.breakOnTokenText,i=n.funcName,r=n.parser,s=r.parseExpression(!1,t);return{type:"sizing",mode:r.mode,size:x1.indexOf(i)+1,body:s}},htmlBuilder:wy,mathmlBuilder:(n,e)=>{var t=e.havingSize(n.size),i=Fi(n.body,t),r=new Me("mstyle",i);return r.setAttribute("mathsize",Re(t.sizeMultiplier)),r}});Be({type:"smash",names:["\\smash"],numArgs:1,numOptionalArgs:1,allowedInText:!0,handler:(n,e,t)=>{var i=n.parser,r=!1,s=!1,a=t[0]&&Ct(t[0],"ordgroup");if(a)for(var o,l=0;l<a.body.length;++l){var c=a.body[l];if(o=r0(c).text,o==="t")r=!0;else if(o==="b")s=!0;else{r=!1,s=!1;break}}else r=!0,s=!0;var u=e[0];return{type:"smash",mode:i.mode,body:u,smashHeight:r,smashDepth:s}},htmlBuilder:(n,e)=>{var t=xe([],[kt(n.body,e)]);if(!n.smashHeight&&!n.smashDepth)return t;if(n.smashHeight&&(t.height=0),n.smashDepth&&(t.depth=0),n.smashHeight&&n.smashDepth)return xe(["mord","katex-smash"],[t],e);if(t.children)for(var i=0;i<t.children.length;i++)n.smashHeight&&(t.children[i].height=0),n.smashDepth&&(t.children[i].depth=0);var r=Vt({positionType:"firstBaseline",children:[{type:"elem",elem:t}]});return xe(["mord"],[r],e)},mathmlBuilder:(n,e)=>{var t=new Me("mpadded",[en(n.body,e)]);return n.smashHeight&&t.setAttribute("height","0px"),n.smashDepth&&t.setAttribute("depth","0px"),t}});Be({type:"sqrt",names:["\\sqrt"],numArgs:1,numOptionalArgs:1,handler(n,e,t){var i=n.parser,r=t[0],s=e[0];return{type:"sqrt",mode:i.mode,body:s,index:r}},htmlBuilder(n,e){var t=kt(n.body,e.havingCrampedStyle());t.height===0&&(t.height=e.fontMetrics().xHeight),t=$a(t,e);var i=e.fontMetrics(),r=i.defaultRuleThickness,s=r;e.style.id<xt.TEXT.id&&(s=e.fontMetrics().xHeight);var a=r+s/4,o=t.height+t.depth+a+r,l=sy(o,e),c=l.span,u=l.ruleWidth,h=l.advanceWidth,f=c.height-u;f>t.height+t.depth+a&&(a=(a+f-t.height-t.depth)/2);var d=c.height-t.height-a-u;t.style.paddingLeft=Re(h);var v=Vt({positionType:"firstBaseline",children:[{type:"elem",elem:t,wrapperClasses:["svg-align"]},{type:"kern",size:-(t.height+d)},{type:"elem",elem:c},{type:"kern",size:u}]});if(n.index){var b=e.havingStyle(xt.SCRIPTSCRIPT),g=kt(n.index,b,e),m=.6*(v.height-v.depth),y=Vt({positionType:"shift",positionData:-m,children:[{type:"elem",elem:g}]}),P=xe(["katex-root"],[y]);return xe(["mord","sqrt"],[P,v],e)}else return xe(["mord","sqrt"],[v],e)},mathmlBuilder(n,e){var t=n.body,i=n.index;return i?new Me("mroot",[en(t,e),en(i,e)]):new Me("msqrt",[en(t,e)])}});var Pf={display:xt.DISPLAY,text:xt.TEXT,script:xt.SCRIPT,scriptscript:xt.SCRIPTSCRIPT};function Ty(n){return n in Pf}Be({type:"styling",names:["\\displaystyle","\\textstyle","\\scriptstyle","\\scriptscriptstyle"],numArgs:0,allowedInText:!0,primitive:!0,handler(n,e){var t=n.breakOnTokenText,i=n.funcName,r=n.parser,s=r.parseExpression(!0,t),a=i.slice(1,i.length-5);if(!Ty(a))throw new Error("Unknown style: "+a);return{type:"styling",mode:r.mode,style:a,body:s}},htmlBuilder(n,e){var t=Pf[n.style],i=e.havingStyle(t);return n.resetFont&&(i=i.withFont("")),pg(n.body,i,e)},mathmlBuilder(n,e){var t=Pf[n.style],i=e.havingStyle(t);n.resetFont&&(i=i.withFont(""));var r=Fi(n.body,i),s=new Me("mstyle",r),a={display:["0","true"],text:["0","false"],script:["1","false"],scriptscript:["2","false"]},o=a[n.style];return s.setAttribute("scriptlevel",o[0]),s.setAttribute("displaystyle",o[1]),s}});var Ay=function(e,t){var i=e.base;if(i)if(i.type==="op"){var r=i.limits&&(t.style.size===xt.DISPLAY.size||i.alwaysHandleSupSub);return r?hg:null}else if(i.type==="operatorname"){var s=i.alwaysHandleSupSub&&(t.style.size===xt.DISPLAY.size||i.limits);return s?fg:null}else{if(i.type==="accent")return es(i.base)?Y1:null;if(i.type==="horizBrace"){var a=!e.sub;return a===i.isOver?lg:null}else return null}else return null};ca({type:"supsub",htmlBuilder(n,e){var t=Ay(n,e);if(t)return t(n,e);var i=n.base,r=n.sup,s=n.sub,a=kt(i,e),o,l,c=e.fontMetrics(),u=0,h=0,f=i&&es(i);if(r){var d=e.havingStyle(e.style.sup());o=kt(r,d,e),f||(u=a.height-d.fontMetrics().supDrop*d.sizeMultiplier/e.sizeMultiplier)}if(s){var v=e.havingStyle(e.style.sub());l=kt(s,v,e),f||(h=a.depth+v.fontMetrics().subDrop*v.sizeMultiplier/e.sizeMultiplier)}var b;e.style===xt.DISPLAY?b=c.sup1:e.style.cramped?b=c.sup3:b=c.sup2;var g=e.sizeMultiplier,m=Re(.5/c.ptPerEm/g),y=null;if(l){var P=n.base&&n.base.type==="op"&&n.base.name&&(n.base.name==="\\oiint"||n.base.name==="\\oiiint");if(a instanceof bi||P){var M;y=Re(-((M=a.italic)!=null?M:0))}}var D;if(o&&l){u=Math.max(u,b,o.depth+.25*c.xHeight),h=Math.max(h,c.sub2);var R=c.defaultRuleThickness,x=4*R;if(u-o.depth-(l.height-h)<x){h=x-(u-o.depth)+l.height;var A=.8*c.xHeight-(u-o.depth);A>0&&(u+=A,h-=A)}var H=[{type:"elem",elem:l,shift:h,marginRight:m,marginLeft:y},{type:"elem",elem:o,shift:-u,marginRight:m}];D=Vt({positionType:"individualShift",children:H})}else if(l){h=Math.max(h,c.sub1,l.height-.8*c.xHeight);var F=[{type:"elem",elem:l,marginLeft:y,marginRight:m}];D=Vt({positionType:"shift",positionData:h,children:F})}else if(o)u=Math.max(u,b,o.depth+.25*c.xHeight),D=Vt({positionType:"shift",positionData:-u,children:[{type:"elem",elem:o,marginRight:m}]});else throw new Error("supsub must have either sup or sub.");var U=Tf(a,"right")||"mord";return xe([U],[a,xe(["msupsub"],[D])],e)},mathmlBuilder(n,e){var t=!1,i,r;n.base&&n.base.type==="horizBrace"&&(r=!!n.sup,r===n.base.isOver&&(t=!0,i=n.base.isOver)),n.base&&(n.base.type==="op"||n.base.type==="operatorname")&&(n.base.parentIsSupSub=!0);var s=[en(n.base,e)];n.sub&&s.push(en(n.sub,e)),n.sup&&s.push(en(n.sup,e));var a;if(t)a=i?"mover":"munder";else if(n.sub)if(n.sup){var c=n.base;c&&c.type==="op"&&c.limits&&e.style===xt.DISPLAY||c&&c.type==="operatorname"&&c.alwaysHandleSupSub&&(e.style===xt.DISPLAY||c.limits)?a="munderover":a="msubsup"}else{var l=n.base;l&&l.type==="op"&&l.limits&&(e.style===xt.DISPLAY||l.alwaysHandleSupSub)||l&&l.type==="operatorname"&&l.alwaysHandleSupSub&&(l.limits||e.style===xt.DISPLAY)?a="munder":a="msub"}else{var o=n.base;o&&o.type==="op"&&o.limits&&(e.style===xt.DISPLAY||o.alwaysHandleSupSub)||o&&o.type==="operatorname"&&o.alwaysHandleSupSub&&(o.limits||e.style===xt.DISPLAY)?a="mover":a="msup"}return new Me(a,s)}});ca({type:"atom",htmlBuilder(n,e){return Of(n.text,n.mode,e,["m"+n.family])},mathmlBuilder(n,e){var t=new Me("mo",[Ki(n.text,n.mode)]);if(n.family==="bin"){var i=zf(n,e);i==="bold-italic"&&t.setAttribute("mathvariant",i)}else n.family==="punct"?t.setAttribute("separator","true"):(n.family==="open"||n.family==="close")&&t.setAttribute("stretchy","false");return t}});var mg={mi:"italic",mn:"normal",mtext:"normal"};ca({type:"mathord",htmlBuilder(n,e){return t0(n,e)},mathmlBuilder(n,e){var t=new Me("mi",[Ki(n.text,n.mode,e)]),i=zf(n,e)||"italic";return i!==mg[t.type]&&t.setAttribute("mathvariant",i),t}});ca({type:"textord",htmlBuilder(n,e){return t0(n,e)},mathmlBuilder(n,e){var t=Ki(n.text,n.mode,e),i=zf(n,e)||"normal",r;return n.mode==="text"?r=new Me("mtext",[t]):/[0-9]/.test(n.text)?r=new Me("mn",[t]):n.text==="\\prime"?r=new Me("mo",[t]):r=new Me("mi",[t]),i!==mg[r.type]&&r.setAttribute("mathvariant",i),r}});var y1=new Map([["\\nobreak","nobreak"],["\\allowbreak","allowbreak"]]),b1=new Map([[" ",{}],["\\ ",{}],["~",{className:"nobreak"}],["\\space",{}],["\\nobreakspace",{className:"nobreak"}]]);ca({type:"spacing",htmlBuilder(n,e){var t=b1.get(n.text),i=y1.get(n.text);if(t){var r=t.className||"";if(n.mode==="text"){var s=t0(n,e);return s.classes.push(r),s}else return xe(["mspace",r],[Of(n.text,n.mode,e)],e)}else{if(i)return xe(["mspace",i],[],e);throw new Se('Unknown type of space "'+n.text+'"')}},mathmlBuilder(n,e){var t;if(b1.has(n.text))t=new Me("mtext",[new Cn(" ")]);else{if(y1.has(n.text))return new Me("mspace");throw new Se('Unknown type of space "'+n.text+'"')}return t}});var S1=()=>{var n=new Me("mtd",[]);return n.setAttribute("width","50%"),n};ca({type:"tag",mathmlBuilder(n,e){var t=new Me("mtable",[new Me("mtr",[S1(),new Me("mtd",[Ds(n.body,e)]),S1(),new Me("mtd",[Ds(n.tag,e)])])]);return t.setAttribute("width","100%"),t}});var M1={"\\text":void 0,"\\textrm":"textrm","\\textsf":"textsf","\\texttt":"texttt","\\textnormal":"textrm"},w1={"\\textbf":"textbf","\\textmd":"textmd"},Ey={"\\textit":"textit","\\textup":"textup"},T1=(n,e)=>{var t=n.font;if(t){if(M1[t])return e.withTextFontFamily(M1[t]);if(w1[t])return e.withTextFontWeight(w1[t]);if(t==="\\emph")return e.fontShape==="textit"?e.withTextFontShape("textup"):e.withTextFontShape("textit")}else return e;return e.withTextFontShape(Ey[t])};Be({type:"text",names:["\\text","\\textrm","\\textsf","\\texttt","\\textnormal","\\textbf","\\textmd","\\textit","\\textup","\\emph"],numArgs:1,argTypes:["text"],allowedInArgument:!0,allowedInText:!0,handler(n,e){var t=n.parser,i=n.funcName,r=e[0];return{type:"text",mode:t.mode,body:zn(r),font:i}},htmlBuilder(n,e){var t=T1(n,e),i=Xn(n.body,t,!0);return xe(["mord","text"],i,t)},mathmlBuilder(n,e){var t=T1(n,e);return Ds(n.body,t)}});Be({type:"underline",names:["\\underline"],numArgs:1,allowedInText:!0,handler(n,e){var t=n.parser;return{type:"underline",mode:t.mode,body:e[0]}},htmlBuilder(n,e){var t=kt(n.body,e),i=Za("underline-line",e),r=e.fontMetrics().defaultRuleThickness,s=Vt({positionType:"top",positionData:t.height,children:[{type:"kern",size:r},{type:"elem",elem:i},{type:"kern",size:3*r},{type:"elem",elem:t}]});return xe(["mord","katex-underline"],[s],e)},mathmlBuilder(n,e){var t=new Me("mo",[new Cn("‾")]);t.setAttribute("stretchy","true");var i=new Me("munder",[en(n.body,e),t]);return i.setAttribute("accentunder","true"),i}});Be({type:"vcenter",names:["\\vcenter"],numArgs:1,argTypes:["original"],allowedInText:!1,handler(n,e){var t=n.parser;return{type:"vcenter",mode:t.mode,body:e[0]}},htmlBuilder(n,e){var t=kt(n.body,e),i=e.fontMetrics().axisHeight,r=.5*(t.height-i-(t.depth+i));return Vt({positionType:"shift",positionData:r,children:[{type:"elem",elem:t}]})},mathmlBuilder(n,e){var t=new Me("mpadded",[en(n.body,e)],["vcenter"]);return new Me("mrow",[t])}});Be({type:"verb",names:["\\verb"],numArgs:0,allowedInText:!0,handler(n,e,t){throw new Se("\\verb ended by end of line instead of matching delimiter")},htmlBuilder(n,e){for(var t=A1(n),i=[],r=e.havingStyle(e.style.text()),s=0;s<t.length;s++){var a=t[s];a==="~"&&(a="\\textasciitilde"),i.push(xi(a,"Typewriter-Regular",n.mode,r,["mord","texttt"]))}return xe(["mord","text"].concat(r.sizingClasses(e)),O1(i),r)},mathmlBuilder(n,e){var t=new Cn(A1(n)),i=new Me("mtext",[t]);return i.setAttribute("mathvariant","monospace"),i}});var A1=n=>n.body.replace(/ /g,n.star?"␣":" "),Es=H1,gg=`[ \r
	]`,Cy="\\\\[a-zA-Z@]+",Ry="\\\\[^\uD800-\uDFFF]",Py="("+Cy+")"+gg+"*",Iy=`\\\\(
|[ \r	]+
?)[ \r	]*`,If="[̀-ͯ]",Dy=new RegExp(If+"+$"),Ly="("+gg+"+)|"+(Iy+"|")+"([!-\\[\\]-‧‪-퟿豈-￿]"+(If+"*")+"|[\uD800-\uDBFF][\uDC00-\uDFFF]"+(If+"*")+"|\\\\verb\\*([^]).*?\\4|\\\\verb([^*a-zA-Z]).*?\\5"+("|"+Py)+("|"+Ry+")"),jc=class{constructor(e,t){this.input=void 0,this.settings=void 0,this.tokenRegex=void 0,this.catcodes=void 0,this.input=e,this.settings=t,this.tokenRegex=new RegExp(Ly,"g"),this.catcodes={"%":14,"~":13}}setCatcode(e,t){this.catcodes[e]=t}lex(){var e=this.input,t=this.tokenRegex.lastIndex;if(t===e.length)return new Ni("EOF",new Ei(this,t,t));var i=this.tokenRegex.exec(e);if(i===null||i.index!==t)throw new Se("Unexpected character: '"+e[t]+"'",new Ni(e[t],new Ei(this,t,t+1)));var r=i[6]||i[3]||(i[2]?"\\ ":" ");if(this.catcodes[r]===14){var s=e.indexOf(`
`,this.tokenRegex.lastIndex);return s===-1?(this.tokenRegex.lastIndex=e.length,Ci({strict:this.settings.strict,errorCode:"commentAtEnd",errorMsg:"% comment has no terminating newline; LaTeX would fail because of commenting the end of math mode (e.g. $)",report:!0})):this.tokenRegex.lastIndex=s+1,this.lex()}return new Ni(r,new Ei(this,t,this.tokenRegex.lastIndex))}},Df=class{constructor(e,t){e===void 0&&(e={}),t===void 0&&(t={}),this.current=void 0,this.builtins=void 0,this.undefStack=void 0,this.current=t,this.builtins=e,this.undefStack=[]}beginGroup(){this.undefStack.push({})}endGroup(){if(this.undefStack.length===0)throw new Se("Unbalanced namespace destruction: attempt to pop global namespace; please report this as a bug");var e=this.undefStack.pop();for(var t of Object.keys(e))e[t]===void 0?delete this.current[t]:this.current[t]=e[t]}endGroups(){for(;this.undefStack.length>0;)this.endGroup()}has(e){return Object.prototype.hasOwnProperty.call(this.current,e)||Object.prototype.hasOwnProperty.call(this.builtins,e)}get(e){return Object.prototype.hasOwnProperty.call(this.current,e)?this.current[e]:Object.prototype.hasOwnProperty.call(this.builtins,e)?this.builtins[e]:void 0}set(e,t,i){if(i===void 0&&(i=!1),i){for(var r=0;r<this.undefStack.length;r++)delete this.undefStack[r][e];this.undefStack.length>0&&(this.undefStack[this.undefStack.length-1][e]=t)}else{var s=this.undefStack[this.undefStack.length-1];s&&!Object.prototype.hasOwnProperty.call(s,e)&&(s[e]=Object.prototype.hasOwnProperty.call(this.current,e)?this.current[e]:void 0)}t==null?delete this.current[e]:this.current[e]=t}},Ny=sg;I("\\noexpand",function(n){var e=n.popToken();return n.isExpandable(e.text)&&(e.noexpand=!0,e.treatAsRelax=!0),{tokens:[e],numArgs:0}});I("\\expandafter",function(n){var e=n.popToken();return n.expandOnce(!0),{tokens:[e],numArgs:0}});I("\\@firstoftwo",function(n){var e=n.consumeArgs(2);return{tokens:e[0],numArgs:0}});I("\\@secondoftwo",function(n){var e=n.consumeArgs(2);return{tokens:e[1],numArgs:0}});I("\\@ifnextchar",function(n){var e=n.consumeArgs(3);n.consumeSpaces();var t=n.future();return e[0].length===1&&e[0][0].text===t.text?{tokens:e[1],numArgs:0}:{tokens:e[2],numArgs:0}});I("\\@ifstar","\\@ifnextchar *{\\@firstoftwo{#1}}");I("\\TextOrMath",function(n){var e=n.consumeArgs(2);return n.mode==="text"?{tokens:e[0],numArgs:0}:{tokens:e[1],numArgs:0}});var E1={0:0,1:1,2:2,3:3,4:4,5:5,6:6,7:7,8:8,9:9,a:10,A:10,b:11,B:11,c:12,C:12,d:13,D:13,e:14,E:14,f:15,F:15};I("\\char",function(n){var e=n.popToken(),t,i=0;if(e.text==="'")t=8,e=n.popToken();else if(e.text==='"')t=16,e=n.popToken();else if(e.text==="`")if(e=n.popToken(),e.text[0]==="\\")i=e.text.charCodeAt(1);else{if(e.text==="EOF")throw new Se("\\char` missing argument");i=e.text.charCodeAt(0)}else t=10;if(t){if(i=E1[e.text],i==null||i>=t)throw new Se("Invalid base-"+t+" digit "+e.text);for(var r;(r=E1[n.future().text])!=null&&r<t;)i*=t,i+=r,n.popToken()}return"\\@char{"+i+"}"});var qf=(n,e,t,i)=>{var r=n.consumeArg().tokens;if(r.length!==1)throw new Se("\\newcommand's first argument must be a macro name");var s=r[0].text,a=n.isDefined(s);if(a&&!e)throw new Se("\\newcommand{"+s+"} attempting to redefine "+(s+"; use \\renewcommand"));if(!a&&!t)throw new Se("\\renewcommand{"+s+"} when command "+s+" does not yet exist; use \\newcommand");var o=0;if(r=n.consumeArg().tokens,r.length===1&&r[0].text==="["){for(var l="",c=n.expandNextToken();c.text!=="]"&&c.text!=="EOF";)l+=c.text,c=n.expandNextToken();if(!l.match(/^\s*[0-9]+\s*$/))throw new Se("Invalid number of arguments: "+l);o=parseInt(l),r=n.consumeArg().tokens}return a&&i||n.macros.set(s,{tokens:r,numArgs:o}),""};I("\\newcommand",n=>qf(n,!1,!0,!1));I("\\renewcommand",n=>qf(n,!0,!1,!1));I("\\providecommand",n=>qf(n,!0,!0,!0));I("\\message",n=>{var e=n.consumeArgs(1)[0];return console.log(e.reverse().map(t=>t.text).join("")),""});I("\\errmessage",n=>{var e=n.consumeArgs(1)[0];return console.error(e.reverse().map(t=>t.text).join("")),""});I("\\show",n=>{var e=n.popToken(),t=e.text;return console.log(e,n.macros.get(t),Es[t],mn.math[t],mn.text[t]),""});I("\\bgroup","{");I("\\egroup","}");I("~","\\nobreakspace");I("\\lq","`");I("\\rq","'");I("\\aa","\\r a");I("\\AA","\\r A");I("\\textcopyright","\\html@mathml{\\textcircled{c}}{\\char`©}");I("\\copyright","\\TextOrMath{\\textcopyright}{\\text{\\textcopyright}}");I("\\textregistered","\\html@mathml{\\textcircled{\\scriptsize R}}{\\char`®}");I("ℬ","\\mathscr{B}");I("ℰ","\\mathscr{E}");I("ℱ","\\mathscr{F}");I("ℋ","\\mathscr{H}");I("ℐ","\\mathscr{I}");I("ℒ","\\mathscr{L}");I("ℳ","\\mathscr{M}");I("ℛ","\\mathscr{R}");I("ℭ","\\mathfrak{C}");I("ℌ","\\mathfrak{H}");I("ℨ","\\mathfrak{Z}");I("\\Bbbk","\\Bbb{k}");I("\\llap","\\mathllap{\\textrm{#1}}");I("\\rlap","\\mathrlap{\\textrm{#1}}");I("\\clap","\\mathclap{\\textrm{#1}}");I("\\mathstrut","\\vphantom{(}");I("\\underbar","\\underline{\\text{#1}}");I("\\not",'\\html@mathml{\\mathrel{\\mathrlap\\@not}\\nobreak}{\\char"338}');I("\\neq","\\html@mathml{\\mathrel{\\not=}}{\\mathrel{\\char`≠}}");I("\\ne","\\neq");I("≠","\\neq");I("\\notin","\\html@mathml{\\mathrel{{\\in}\\mathllap{/\\mskip1mu}}}{\\mathrel{\\char`∉}}");I("∉","\\notin");I("≘","\\html@mathml{\\mathrel{=\\kern{-1em}\\raisebox{0.4em}{$\\scriptsize\\frown$}}}{\\mathrel{\\char`≘}}");I("≙","\\html@mathml{\\stackrel{\\tiny\\wedge}{=}}{\\mathrel{\\char`≘}}");I("≚","\\html@mathml{\\stackrel{\\tiny\\vee}{=}}{\\mathrel{\\char`≚}}");I("≛","\\html@mathml{\\stackrel{\\scriptsize\\star}{=}}{\\mathrel{\\char`≛}}");I("≝","\\html@mathml{\\stackrel{\\tiny\\mathrm{def}}{=}}{\\mathrel{\\char`≝}}");I("≞","\\html@mathml{\\stackrel{\\tiny\\mathrm{m}}{=}}{\\mathrel{\\char`≞}}");I("≟","\\html@mathml{\\stackrel{\\tiny?}{=}}{\\mathrel{\\char`≟}}");I("⟂","\\perp");I("‼","\\mathclose{!\\mkern-0.8mu!}");I("∌","\\notni");I("⌜","\\ulcorner");I("⌝","\\urcorner");I("⌞","\\llcorner");I("⌟","\\lrcorner");I("©","\\copyright");I("®","\\textregistered");I("\\ulcorner",'\\html@mathml{\\@ulcorner}{\\mathop{\\char"231c}}');I("\\urcorner",'\\html@mathml{\\@urcorner}{\\mathop{\\char"231d}}');I("\\llcorner",'\\html@mathml{\\@llcorner}{\\mathop{\\char"231e}}');I("\\lrcorner",'\\html@mathml{\\@lrcorner}{\\mathop{\\char"231f}}');I("\\vdots","{\\varvdots\\rule{0pt}{15pt}}");I("⋮","\\vdots");I("\\varGamma","\\mathit{\\Gamma}");I("\\varDelta","\\mathit{\\Delta}");I("\\varTheta","\\mathit{\\Theta}");I("\\varLambda","\\mathit{\\Lambda}");I("\\varXi","\\mathit{\\Xi}");I("\\varPi","\\mathit{\\Pi}");I("\\varSigma","\\mathit{\\Sigma}");I("\\varUpsilon","\\mathit{\\Upsilon}");I("\\varPhi","\\mathit{\\Phi}");I("\\varPsi","\\mathit{\\Psi}");I("\\varOmega","\\mathit{\\Omega}");I("\\substack","\\begin{subarray}{c}#1\\end{subarray}");I("\\colon","\\nobreak\\mskip2mu\\mathpunct{}\\mathchoice{\\mkern-3mu}{\\mkern-3mu}{}{}{:}\\mskip6mu\\relax");I("\\boxed","\\fbox{$\\displaystyle{#1}$}");I("\\iff","\\DOTSB\\;\\Longleftrightarrow\\;");I("\\implies","\\DOTSB\\;\\Longrightarrow\\;");I("\\impliedby","\\DOTSB\\;\\Longleftarrow\\;");I("\\dddot","{\\overset{\\raisebox{-0.1ex}{\\normalsize ...}}{#1}}");I("\\ddddot","{\\overset{\\raisebox{-0.1ex}{\\normalsize ....}}{#1}}");var C1={",":"\\dotsc","\\not":"\\dotsb","+":"\\dotsb","=":"\\dotsb","<":"\\dotsb",">":"\\dotsb","-":"\\dotsb","*":"\\dotsb",":":"\\dotsb","\\DOTSB":"\\dotsb","\\coprod":"\\dotsb","\\bigvee":"\\dotsb","\\bigwedge":"\\dotsb","\\biguplus":"\\dotsb","\\bigcap":"\\dotsb","\\bigcup":"\\dotsb","\\prod":"\\dotsb","\\sum":"\\dotsb","\\bigotimes":"\\dotsb","\\bigoplus":"\\dotsb","\\bigodot":"\\dotsb","\\bigsqcup":"\\dotsb","\\And":"\\dotsb","\\longrightarrow":"\\dotsb","\\Longrightarrow":"\\dotsb","\\longleftarrow":"\\dotsb","\\Longleftarrow":"\\dotsb","\\longleftrightarrow":"\\dotsb","\\Longleftrightarrow":"\\dotsb","\\mapsto":"\\dotsb","\\longmapsto":"\\dotsb","\\hookrightarrow":"\\dotsb","\\doteq":"\\dotsb","\\mathbin":"\\dotsb","\\mathrel":"\\dotsb","\\relbar":"\\dotsb","\\Relbar":"\\dotsb","\\xrightarrow":"\\dotsb","\\xleftarrow":"\\dotsb","\\DOTSI":"\\dotsi","\\int":"\\dotsi","\\oint":"\\dotsi","\\iint":"\\dotsi","\\iiint":"\\dotsi","\\iiiint":"\\dotsi","\\idotsint":"\\dotsi","\\DOTSX":"\\dotsx"},Uy=new Set(["bin","rel"]);I("\\dots",function(n){var e="\\dotso",t=n.expandAfterFuture().text;return t in C1?e=C1[t]:(t.slice(0,4)==="\\not"||t in mn.math&&Uy.has(mn.math[t].group))&&(e="\\dotsb"),e});var Xf={")":!0,"]":!0,"\\rbrack":!0,"\\}":!0,"\\rbrace":!0,"\\rangle":!0,"\\rceil":!0,"\\rfloor":!0,"\\rgroup":!0,"\\rmoustache":!0,"\\right":!0,"\\bigr":!0,"\\biggr":!0,"\\Bigr":!0,"\\Biggr":!0,$:!0,";":!0,".":!0,",":!0};I("\\dotso",function(n){var e=n.future().text;return e in Xf?"\\ldots\\,":"\\ldots"});I("\\dotsc",function(n){var e=n.future().text;return e in Xf&&e!==","?"\\ldots\\,":"\\ldots"});I("\\cdots",function(n){var e=n.future().text;return e in Xf?"\\@cdots\\,":"\\@cdots"});I("\\dotsb","\\cdots");I("\\dotsm","\\cdots");I("\\dotsi","\\!\\cdots");I("\\dotsx","\\ldots\\,");I("\\DOTSI","\\relax");I("\\DOTSB","\\relax");I("\\DOTSX","\\relax");I("\\tmspace","\\TextOrMath{\\kern#1#3}{\\mskip#1#2}\\relax");I("\\,","\\tmspace+{3mu}{.1667em}");I("\\thinspace","\\,");I("\\>","\\mskip{4mu}");I("\\:","\\tmspace+{4mu}{.2222em}");I("\\medspace","\\:");I("\\;","\\tmspace+{5mu}{.2777em}");I("\\thickspace","\\;");I("\\!","\\tmspace-{3mu}{.1667em}");I("\\negthinspace","\\!");I("\\negmedspace","\\tmspace-{4mu}{.2222em}");I("\\negthickspace","\\tmspace-{5mu}{.277em}");I("\\enspace","\\kern.5em ");I("\\enskip","\\hskip.5em\\relax");I("\\quad","\\hskip1em\\relax");I("\\qquad","\\hskip2em\\relax");I("\\tag","\\@ifstar\\tag@literal\\tag@paren");I("\\tag@paren","\\tag@literal{({#1})}");I("\\tag@literal",n=>{if(n.macros.get("\\df@tag"))throw new Se("Multiple \\tag");return"\\gdef\\df@tag{\\text{#1}}"});I("\\bmod","\\mathchoice{\\mskip1mu}{\\mskip1mu}{\\mskip5mu}{\\mskip5mu}\\mathbin{\\rm mod}\\mathchoice{\\mskip1mu}{\\mskip1mu}{\\mskip5mu}{\\mskip5mu}");I("\\pod","\\allowbreak\\mathchoice{\\mkern18mu}{\\mkern8mu}{\\mkern8mu}{\\mkern8mu}(#1)");I("\\pmod","\\pod{{\\rm mod}\\mkern6mu#1}");I("\\mod","\\allowbreak\\mathchoice{\\mkern18mu}{\\mkern12mu}{\\mkern12mu}{\\mkern12mu}{\\rm mod}\\,\\,#1");I("\\newline","\\\\\\relax");I("\\TeX","\\textrm{\\html@mathml{T\\kern-.1667em\\raisebox{-.5ex}{E}\\kern-.125emX}{TeX}}");var vg=Re(Rr["Main-Regular"][84][1]-.7*Rr["Main-Regular"][65][1]);I("\\LaTeX","\\textrm{\\html@mathml{"+("L\\kern-.36em\\raisebox{"+vg+"}{\\scriptstyle A}")+"\\kern-.15em\\TeX}{LaTeX}}");I("\\KaTeX","\\textrm{\\html@mathml{"+("K\\kern-.17em\\raisebox{"+vg+"}{\\scriptstyle A}")+"\\kern-.15em\\TeX}{KaTeX}}");I("\\hspace","\\@ifstar\\@hspacer\\@hspace");I("\\@hspace","\\hskip #1\\relax");I("\\@hspacer","\\rule{0pt}{0pt}\\hskip #1\\relax");I("\\ordinarycolon",":");I("\\vcentcolon","\\mathrel{\\mathop\\ordinarycolon}");I("\\dblcolon",'\\html@mathml{\\mathrel{\\vcentcolon\\mathrel{\\mkern-.9mu}\\vcentcolon}}{\\mathop{\\char"2237}}');I("\\coloneqq",'\\html@mathml{\\mathrel{\\vcentcolon\\mathrel{\\mkern-1.2mu}=}}{\\mathop{\\char"2254}}');I("\\Coloneqq",'\\html@mathml{\\mathrel{\\dblcolon\\mathrel{\\mkern-1.2mu}=}}{\\mathop{\\char"2237\\char"3d}}');I("\\coloneq",'\\html@mathml{\\mathrel{\\vcentcolon\\mathrel{\\mkern-1.2mu}\\mathrel{-}}}{\\mathop{\\char"3a\\char"2212}}');I("\\Coloneq",'\\html@mathml{\\mathrel{\\dblcolon\\mathrel{\\mkern-1.2mu}\\mathrel{-}}}{\\mathop{\\char"2237\\char"2212}}');I("\\eqqcolon",'\\html@mathml{\\mathrel{=\\mathrel{\\mkern-1.2mu}\\vcentcolon}}{\\mathop{\\char"2255}}');I("\\Eqqcolon",'\\html@mathml{\\mathrel{=\\mathrel{\\mkern-1.2mu}\\dblcolon}}{\\mathop{\\char"3d\\char"2237}}');I("\\eqcolon",'\\html@mathml{\\mathrel{\\mathrel{-}\\mathrel{\\mkern-1.2mu}\\vcentcolon}}{\\mathop{\\char"2239}}');I("\\Eqcolon",'\\html@mathml{\\mathrel{\\mathrel{-}\\mathrel{\\mkern-1.2mu}\\dblcolon}}{\\mathop{\\char"2212\\char"2237}}');I("\\colonapprox",'\\html@mathml{\\mathrel{\\vcentcolon\\mathrel{\\mkern-1.2mu}\\approx}}{\\mathop{\\char"3a\\char"2248}}');I("\\Colonapprox",'\\html@mathml{\\mathrel{\\dblcolon\\mathrel{\\mkern-1.2mu}\\approx}}{\\mathop{\\char"2237\\char"2248}}');I("\\colonsim",'\\html@mathml{\\mathrel{\\vcentcolon\\mathrel{\\mkern-1.2mu}\\sim}}{\\mathop{\\char"3a\\char"223c}}');I("\\Colonsim",'\\html@mathml{\\mathrel{\\dblcolon\\mathrel{\\mkern-1.2mu}\\sim}}{\\mathop{\\char"2237\\char"223c}}');I("∷","\\dblcolon");I("∹","\\eqcolon");I("≔","\\coloneqq");I("≕","\\eqqcolon");I("⩴","\\Coloneqq");I("\\ratio","\\vcentcolon");I("\\coloncolon","\\dblcolon");I("\\colonequals","\\coloneqq");I("\\coloncolonequals","\\Coloneqq");I("\\equalscolon","\\eqqcolon");I("\\equalscoloncolon","\\Eqqcolon");I("\\colonminus","\\coloneq");I("\\coloncolonminus","\\Coloneq");I("\\minuscolon","\\eqcolon");I("\\minuscoloncolon","\\Eqcolon");I("\\coloncolonapprox","\\Colonapprox");I("\\coloncolonsim","\\Colonsim");I("\\simcolon","\\mathrel{\\sim\\mathrel{\\mkern-1.2mu}\\vcentcolon}");I("\\simcoloncolon","\\mathrel{\\sim\\mathrel{\\mkern-1.2mu}\\dblcolon}");I("\\approxcolon","\\mathrel{\\approx\\mathrel{\\mkern-1.2mu}\\vcentcolon}");I("\\approxcoloncolon","\\mathrel{\\approx\\mathrel{\\mkern-1.2mu}\\dblcolon}");I("\\notni","\\html@mathml{\\not\\ni}{\\mathrel{\\char`∌}}");I("\\limsup","\\DOTSB\\operatorname*{lim\\,sup}");I("\\liminf","\\DOTSB\\operatorname*{lim\\,inf}");I("\\injlim","\\DOTSB\\operatorname*{inj\\,lim}");I("\\projlim","\\DOTSB\\operatorname*{proj\\,lim}");I("\\varlimsup","\\DOTSB\\operatorname*{\\overline{lim}}");I("\\varliminf","\\DOTSB\\operatorname*{\\underline{lim}}");I("\\varinjlim","\\DOTSB\\operatorname*{\\underrightarrow{lim}}");I("\\varprojlim","\\DOTSB\\operatorname*{\\underleftarrow{lim}}");I("\\gvertneqq","\\html@mathml{\\@gvertneqq}{≩}");I("\\lvertneqq","\\html@mathml{\\@lvertneqq}{≨}");I("\\ngeqq","\\html@mathml{\\@ngeqq}{≱}");I("\\ngeqslant","\\html@mathml{\\@ngeqslant}{≱}");I("\\nleqq","\\html@mathml{\\@nleqq}{≰}");I("\\nleqslant","\\html@mathml{\\@nleqslant}{≰}");I("\\nshortmid","\\html@mathml{\\@nshortmid}{∤}");I("\\nshortparallel","\\html@mathml{\\@nshortparallel}{∦}");I("\\nsubseteqq","\\html@mathml{\\@nsubseteqq}{⊈}");I("\\nsupseteqq","\\html@mathml{\\@nsupseteqq}{⊉}");I("\\varsubsetneq","\\html@mathml{\\@varsubsetneq}{⊊}");I("\\varsubsetneqq","\\html@mathml{\\@varsubsetneqq}{⫋}");I("\\varsupsetneq","\\html@mathml{\\@varsupsetneq}{⊋}");I("\\varsupsetneqq","\\html@mathml{\\@varsupsetneqq}{⫌}");I("\\imath","\\html@mathml{\\@imath}{ı}");I("\\jmath","\\html@mathml{\\@jmath}{ȷ}");I("\\llbracket","\\html@mathml{\\mathopen{[\\mkern-3.2mu[}}{\\mathopen{\\char`⟦}}");I("\\rrbracket","\\html@mathml{\\mathclose{]\\mkern-3.2mu]}}{\\mathclose{\\char`⟧}}");I("⟦","\\llbracket");I("⟧","\\rrbracket");I("\\lBrace","\\html@mathml{\\mathopen{\\{\\mkern-3.2mu[}}{\\mathopen{\\char`⦃}}");I("\\rBrace","\\html@mathml{\\mathclose{]\\mkern-3.2mu\\}}}{\\mathclose{\\char`⦄}}");I("↤","\\mapsfrom");I("\\mapsfrom","\\html@mathml{\\mathrel{\\mathreflectbox{\\mapsto}}}{\\mathrel{\\char`↤}}");I("⦃","\\lBrace");I("⦄","\\rBrace");I("\\minuso","\\mathbin{\\html@mathml{{\\mathrlap{\\mathchoice{\\kern{0.145em}}{\\kern{0.145em}}{\\kern{0.1015em}}{\\kern{0.0725em}}\\circ}{-}}}{\\char`⦵}}");I("⦵","\\minuso");I("\\darr","\\downarrow");I("\\dArr","\\Downarrow");I("\\Darr","\\Downarrow");I("\\lang","\\langle");I("\\rang","\\rangle");I("\\uarr","\\uparrow");I("\\uArr","\\Uparrow");I("\\Uarr","\\Uparrow");I("\\N","\\mathbb{N}");I("\\R","\\mathbb{R}");I("\\Z","\\mathbb{Z}");I("\\alef","\\aleph");I("\\alefsym","\\aleph");I("\\Alpha","\\mathrm{A}");I("\\Beta","\\mathrm{B}");I("\\bull","\\bullet");I("\\Chi","\\mathrm{X}");I("\\clubs","\\clubsuit");I("\\cnums","\\mathbb{C}");I("\\Complex","\\mathbb{C}");I("\\Dagger","\\ddagger");I("\\diamonds","\\diamondsuit");I("\\empty","\\emptyset");I("\\Epsilon","\\mathrm{E}");I("\\Eta","\\mathrm{H}");I("\\exist","\\exists");I("\\harr","\\leftrightarrow");I("\\hArr","\\Leftrightarrow");I("\\Harr","\\Leftrightarrow");I("\\hearts","\\heartsuit");I("\\image","\\Im");I("\\infin","\\infty");I("\\Iota","\\mathrm{I}");I("\\isin","\\in");I("\\Kappa","\\mathrm{K}");I("\\larr","\\leftarrow");I("\\lArr","\\Leftarrow");I("\\Larr","\\Leftarrow");I("\\lrarr","\\leftrightarrow");I("\\lrArr","\\Leftrightarrow");I("\\Lrarr","\\Leftrightarrow");I("\\Mu","\\mathrm{M}");I("\\natnums","\\mathbb{N}");I("\\Nu","\\mathrm{N}");I("\\Omicron","\\mathrm{O}");I("\\plusmn","\\pm");I("\\rarr","\\rightarrow");I("\\rArr","\\Rightarrow");I("\\Rarr","\\Rightarrow");I("\\real","\\Re");I("\\reals","\\mathbb{R}");I("\\Reals","\\mathbb{R}");I("\\Rho","\\mathrm{P}");I("\\sdot","\\cdot");I("\\sect","\\S");I("\\spades","\\spadesuit");I("\\sub","\\subset");I("\\sube","\\subseteq");I("\\supe","\\supseteq");I("\\Tau","\\mathrm{T}");I("\\thetasym","\\vartheta");I("\\weierp","\\wp");I("\\Zeta","\\mathrm{Z}");I("\\argmin","\\DOTSB\\operatorname*{arg\\,min}");I("\\argmax","\\DOTSB\\operatorname*{arg\\,max}");I("\\plim","\\DOTSB\\mathop{\\operatorname{plim}}\\limits");I("\\bra","\\mathinner{\\langle{#1}|}");I("\\ket","\\mathinner{|{#1}\\rangle}");I("\\braket","\\mathinner{\\langle{#1}\\rangle}");I("\\Bra","\\left\\langle#1\\right|");I("\\Ket","\\left|#1\\right\\rangle");var _g=n=>e=>{var t=e.consumeArg().tokens,i=e.consumeArg().tokens,r=e.consumeArg().tokens,s=e.consumeArg().tokens,a=e.macros.get("|"),o=e.macros.get("\\|");e.macros.beginGroup();var l=h=>f=>{n&&(f.macros.set("|",a),r.length&&f.macros.set("\\|",o));var d=h;if(!h&&r.length){var v=f.future();v.text==="|"&&(f.popToken(),d=!0)}return{tokens:d?r:i,numArgs:0}};e.macros.set("|",l(!1)),r.length&&e.macros.set("\\|",l(!0));var c=e.consumeArg().tokens,u=e.expandTokens([...s,...c,...t]);return e.macros.endGroup(),{tokens:u.reverse(),numArgs:0}};I("\\bra@ket",_g(!1));I("\\bra@set",_g(!0));I("\\Braket","\\bra@ket{\\left\\langle}{\\,\\middle\\vert\\,}{\\,\\middle\\vert\\,}{\\right\\rangle}");I("\\Set","\\bra@set{\\left\\{\\:}{\\;\\middle\\vert\\;}{\\;\\middle\\Vert\\;}{\\:\\right\\}}");I("\\set","\\bra@set{\\{\\,}{\\mid}{}{\\,\\}}");I("\\angln","{\\angl n}");I("\\blue","\\textcolor{##6495ed}{#1}");I("\\orange","\\textcolor{##ffa500}{#1}");I("\\pink","\\textcolor{##ff00af}{#1}");I("\\red","\\textcolor{##df0030}{#1}");I("\\green","\\textcolor{##28ae7b}{#1}");I("\\gray","\\textcolor{gray}{#1}");I("\\purple","\\textcolor{##9d38bd}{#1}");I("\\blueA","\\textcolor{##ccfaff}{#1}");I("\\blueB","\\textcolor{##80f6ff}{#1}");I("\\blueC","\\textcolor{##63d9ea}{#1}");I("\\blueD","\\textcolor{##11accd}{#1}");I("\\blueE","\\textcolor{##0c7f99}{#1}");I("\\tealA","\\textcolor{##94fff5}{#1}");I("\\tealB","\\textcolor{##26edd5}{#1}");I("\\tealC","\\textcolor{##01d1c1}{#1}");I("\\tealD","\\textcolor{##01a995}{#1}");I("\\tealE","\\textcolor{##208170}{#1}");I("\\greenA","\\textcolor{##b6ffb0}{#1}");I("\\greenB","\\textcolor{##8af281}{#1}");I("\\greenC","\\textcolor{##74cf70}{#1}");I("\\greenD","\\textcolor{##1fab54}{#1}");I("\\greenE","\\textcolor{##0d923f}{#1}");I("\\goldA","\\textcolor{##ffd0a9}{#1}");I("\\goldB","\\textcolor{##ffbb71}{#1}");I("\\goldC","\\textcolor{##ff9c39}{#1}");I("\\goldD","\\textcolor{##e07d10}{#1}");I("\\goldE","\\textcolor{##a75a05}{#1}");I("\\redA","\\textcolor{##fca9a9}{#1}");I("\\redB","\\textcolor{##ff8482}{#1}");I("\\redC","\\textcolor{##f9685d}{#1}");I("\\redD","\\textcolor{##e84d39}{#1}");I("\\redE","\\textcolor{##bc2612}{#1}");I("\\maroonA","\\textcolor{##ffbde0}{#1}");I("\\maroonB","\\textcolor{##ff92c6}{#1}");I("\\maroonC","\\textcolor{##ed5fa6}{#1}");I("\\maroonD","\\textcolor{##ca337c}{#1}");I("\\maroonE","\\textcolor{##9e034e}{#1}");I("\\purpleA","\\textcolor{##ddd7ff}{#1}");I("\\purpleB","\\textcolor{##c6b9fc}{#1}");I("\\purpleC","\\textcolor{##aa87ff}{#1}");I("\\purpleD","\\textcolor{##7854ab}{#1}");I("\\purpleE","\\textcolor{##543b78}{#1}");I("\\mintA","\\textcolor{##f5f9e8}{#1}");I("\\mintB","\\textcolor{##edf2df}{#1}");I("\\mintC","\\textcolor{##e0e5cc}{#1}");I("\\grayA","\\textcolor{##f6f7f7}{#1}");I("\\grayB","\\textcolor{##f0f1f2}{#1}");I("\\grayC","\\textcolor{##e3e5e6}{#1}");I("\\grayD","\\textcolor{##d6d8da}{#1}");I("\\grayE","\\textcolor{##babec2}{#1}");I("\\grayF","\\textcolor{##888d93}{#1}");I("\\grayG","\\textcolor{##626569}{#1}");I("\\grayH","\\textcolor{##3b3e40}{#1}");I("\\grayI","\\textcolor{##21242c}{#1}");I("\\kaBlue","\\textcolor{##314453}{#1}");I("\\kaGreen","\\textcolor{##71B307}{#1}");var xg={"^":!0,_:!0,"\\limits":!0,"\\nolimits":!0},Lf=class{constructor(e,t,i){this.settings=void 0,this.expansionCount=void 0,this.lexer=void 0,this.macros=void 0,this.stack=void 0,this.mode=void 0,this.settings=t,this.expansionCount=0,this.feed(e),this.macros=new Df(Ny,t.macros),this.mode=i,this.stack=[]}feed(e){this.lexer=new jc(e,this.settings)}switchMode(e){this.mode=e}beginGroup(){this.macros.beginGroup()}endGroup(){this.macros.endGroup()}endGroups(){this.macros.endGroups()}future(){return this.stack.length===0&&this.pushToken(this.lexer.lex()),this.stack[this.stack.length-1]}popToken(){return this.future(),this.stack.pop()}pushToken(e){this.stack.push(e)}pushTokens(e){this.stack.push(...e)}scanArgument(e){var t,i,r;if(e){if(this.consumeSpaces(),this.future().text!=="[")return null;t=this.popToken();var s=this.consumeArg(["]"]);r=s.tokens,i=s.end}else{var a=this.consumeArg();r=a.tokens,t=a.start,i=a.end}return this.pushToken(new Ni("EOF",i.loc)),this.pushTokens(r),new Ni("",Ei.range(t,i))}consumeSpaces(){for(;;){var e=this.future();if(e.text===" ")this.stack.pop();else break}}consumeArg(e){var t=[],i=e&&e.length>0;i||this.consumeSpaces();var r=this.future(),s,a=0,o=0;do{if(s=this.popToken(),t.push(s),s.text==="{")++a;else if(s.text==="}"){if(--a,a===-1)throw new Se("Extra }",s)}else if(s.text==="EOF")throw new Se("Unexpected end of input in a macro argument, expected '"+(e&&i?e[o]:"}")+"'",s);if(e&&i)if((a===0||a===1&&e[o]==="{")&&s.text===e[o]){if(++o,o===e.length){t.splice(-o,o);break}}else o=0}while(a!==0||i);return r.text==="{"&&t[t.length-1].text==="}"&&(t.pop(),t.shift()),t.reverse(),{tokens:t,start:r,end:s}}consumeArgs(e,t){if(t){if(t.length!==e+1)throw new Se("The length of delimiters doesn't match the number of args!");for(var i=t[0],r=0;r<i.length;r++){var s=this.popToken();if(i[r]!==s.text)throw new Se("Use of the macro doesn't match its definition",s)}}for(var a=[],o=0;o<e;o++)a.push(this.consumeArg(t&&t[o+1]).tokens);return a}countExpansion(e){if(this.expansionCount+=e,this.expansionCount>this.settings.maxExpand)throw new Se("Too many expansions: infinite loop or need to increase maxExpand setting")}expandOnce(e){var t=this.popToken(),i=t.text,r=t.noexpand?null:this._getExpansion(i);if(r==null||e&&r.unexpandable){if(e&&r==null&&i[0]==="\\"&&!this.isDefined(i))throw new Se("Undefined control sequence: "+i);return this.pushToken(t),!1}this.countExpansion(1);var s=r.tokens,a=this.consumeArgs(r.numArgs,r.delimiters);if(r.numArgs){s=s.slice();for(var o=s.length-1;o>=0;--o){var l=s[o];if(l.text==="#"){if(o===0)throw new Se("Incomplete placeholder at end of macro body",l);if(l=s[--o],l.text==="#")s.splice(o+1,1);else if(/^[1-9]$/.test(l.text))s.splice(o,2,...a[+l.text-1]);else throw new Se("Not a valid argument number",l)}}}return this.pushTokens(s),s.length}expandAfterFuture(){return this.expandOnce(),this.future()}expandNextToken(){for(;;)if(this.expandOnce()===!1){var e=this.stack.pop();return e.treatAsRelax&&(e.text="\\relax"),e}}expandMacro(e){return this.macros.has(e)?this.expandTokens([new Ni(e)]):void 0}expandTokens(e){var t=[],i=this.stack.length;for(this.pushTokens(e);this.stack.length>i;)if(this.expandOnce(!0)===!1){var r=this.stack.pop();r.treatAsRelax&&(r.noexpand=!1,r.treatAsRelax=!1),t.push(r)}return this.countExpansion(t.length),t}expandMacroAsText(e){var t=this.expandMacro(e);return t&&t.map(i=>i.text).join("")}_getExpansion(e){var t=this.macros.get(e);if(t==null)return t;if(e.length===1){var i=this.lexer.catcodes[e];if(i!=null&&i!==13)return}var r=typeof t=="function"?t(this):t;if(typeof r=="string"){var s=0;if(r.includes("#"))for(var a=r.replace(/##/g,"");a.includes("#"+(s+1));)++s;for(var o=new jc(r,this.settings),l=[],c=o.lex();c.text!=="EOF";)l.push(c),c=o.lex();l.reverse();var u={tokens:l,numArgs:s};return u}return r}isDefined(e){return this.macros.has(e)||Object.prototype.hasOwnProperty.call(Es,e)||Object.prototype.hasOwnProperty.call(mn.math,e)||Object.prototype.hasOwnProperty.call(mn.text,e)||Object.prototype.hasOwnProperty.call(xg,e)}isExpandable(e){var t=this.macros.get(e);return t!=null?typeof t=="string"||typeof t=="function"||!t.unexpandable:Object.prototype.hasOwnProperty.call(Es,e)&&!Es[e].primitive}},R1=/^[₊₋₌₍₎₀₁₂₃₄₅₆₇₈₉ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ]/,qc=Object.freeze({"₊":"+","₋":"-","₌":"=","₍":"(","₎":")","₀":"0","₁":"1","₂":"2","₃":"3","₄":"4","₅":"5","₆":"6","₇":"7","₈":"8","₉":"9","ₐ":"a","ₑ":"e","ₕ":"h","ᵢ":"i","ⱼ":"j","ₖ":"k","ₗ":"l","ₘ":"m","ₙ":"n","ₒ":"o","ₚ":"p","ᵣ":"r","ₛ":"s","ₜ":"t","ᵤ":"u","ᵥ":"v","ₓ":"x","ᵦ":"β","ᵧ":"γ","ᵨ":"ρ","ᵩ":"ϕ","ᵪ":"χ","⁺":"+","⁻":"-","⁼":"=","⁽":"(","⁾":")","⁰":"0","¹":"1","²":"2","³":"3","⁴":"4","⁵":"5","⁶":"6","⁷":"7","⁸":"8","⁹":"9","ᴬ":"A","ᴮ":"B","ᴰ":"D","ᴱ":"E","ᴳ":"G","ᴴ":"H","ᴵ":"I","ᴶ":"J","ᴷ":"K","ᴸ":"L","ᴹ":"M","ᴺ":"N","ᴼ":"O","ᴾ":"P","ᴿ":"R","ᵀ":"T","ᵁ":"U","ⱽ":"V","ᵂ":"W","ᵃ":"a","ᵇ":"b","ᶜ":"c","ᵈ":"d","ᵉ":"e","ᶠ":"f","ᵍ":"g",ʰ:"h","ⁱ":"i",ʲ:"j","ᵏ":"k",ˡ:"l","ᵐ":"m",ⁿ:"n","ᵒ":"o","ᵖ":"p",ʳ:"r",ˢ:"s","ᵗ":"t","ᵘ":"u","ᵛ":"v",ʷ:"w",ˣ:"x",ʸ:"y","ᶻ":"z","ᵝ":"β","ᵞ":"γ","ᵟ":"δ","ᵠ":"ϕ","ᵡ":"χ","ᶿ":"θ"}),ff={"́":{text:"\\'",math:"\\acute"},"̀":{text:"\\`",math:"\\grave"},"̈":{text:'\\"',math:"\\ddot"},"̃":{text:"\\~",math:"\\tilde"},"̄":{text:"\\=",math:"\\bar"},"̆":{text:"\\u",math:"\\breve"},"̌":{text:"\\v",math:"\\check"},"̂":{text:"\\^",math:"\\hat"},"̇":{text:"\\.",math:"\\dot"},"̊":{text:"\\r",math:"\\mathring"},"̋":{text:"\\H"},"̧":{text:"\\c"}},P1={á:"á",à:"à",ä:"ä",ǟ:"ǟ",ã:"ã",ā:"ā",ă:"ă",ắ:"ắ",ằ:"ằ",ẵ:"ẵ",ǎ:"ǎ",â:"â",ấ:"ấ",ầ:"ầ",ẫ:"ẫ",ȧ:"ȧ",ǡ:"ǡ",å:"å",ǻ:"ǻ",ḃ:"ḃ",ć:"ć",ḉ:"ḉ",č:"č",ĉ:"ĉ",ċ:"ċ",ç:"ç",ď:"ď",ḋ:"ḋ",ḑ:"ḑ",é:"é",è:"è",ë:"ë",ẽ:"ẽ",ē:"ē",ḗ:"ḗ",ḕ:"ḕ",ĕ:"ĕ",ḝ:"ḝ",ě:"ě",ê:"ê",ế:"ế",ề:"ề",ễ:"ễ",ė:"ė",ȩ:"ȩ",ḟ:"ḟ",ǵ:"ǵ",ḡ:"ḡ",ğ:"ğ",ǧ:"ǧ",ĝ:"ĝ",ġ:"ġ",ģ:"ģ",ḧ:"ḧ",ȟ:"ȟ",ĥ:"ĥ",ḣ:"ḣ",ḩ:"ḩ",í:"í",ì:"ì",ï:"ï",ḯ:"ḯ",ĩ:"ĩ",ī:"ī",ĭ:"ĭ",ǐ:"ǐ",î:"î",ǰ:"ǰ",ĵ:"ĵ",ḱ:"ḱ",ǩ:"ǩ",ķ:"ķ",ĺ:"ĺ",ľ:"ľ",ļ:"ļ",ḿ:"ḿ",ṁ:"ṁ",ń:"ń",ǹ:"ǹ",ñ:"ñ",ň:"ň",ṅ:"ṅ",ņ:"ņ",ó:"ó",ò:"ò",ö:"ö",ȫ:"ȫ",õ:"õ",ṍ:"ṍ",ṏ:"ṏ",ȭ:"ȭ",ō:"ō",ṓ:"ṓ",ṑ:"ṑ",ŏ:"ŏ",ǒ:"ǒ",ô:"ô",ố:"ố",ồ:"ồ",ỗ:"ỗ",ȯ:"ȯ",ȱ:"ȱ",ő:"ő",ṕ:"ṕ",ṗ:"ṗ",ŕ:"ŕ",ř:"ř",ṙ:"ṙ",ŗ:"ŗ",ś:"ś",ṥ:"ṥ",š:"š",ṧ:"ṧ",ŝ:"ŝ",ṡ:"ṡ",ş:"ş",ẗ:"ẗ",ť:"ť",ṫ:"ṫ",ţ:"ţ",ú:"ú",ù:"ù",ü:"ü",ǘ:"ǘ",ǜ:"ǜ",ǖ:"ǖ",ǚ:"ǚ",ũ:"ũ",ṹ:"ṹ",ū:"ū",ṻ:"ṻ",ŭ:"ŭ",ǔ:"ǔ",û:"û",ů:"ů",ű:"ű",ṽ:"ṽ",ẃ:"ẃ",ẁ:"ẁ",ẅ:"ẅ",ŵ:"ŵ",ẇ:"ẇ",ẘ:"ẘ",ẍ:"ẍ",ẋ:"ẋ",ý:"ý",ỳ:"ỳ",ÿ:"ÿ",ỹ:"ỹ",ȳ:"ȳ",ŷ:"ŷ",ẏ:"ẏ",ẙ:"ẙ",ź:"ź",ž:"ž",ẑ:"ẑ",ż:"ż",Á:"Á",À:"À",Ä:"Ä",Ǟ:"Ǟ",Ã:"Ã",Ā:"Ā",Ă:"Ă",Ắ:"Ắ",Ằ:"Ằ",Ẵ:"Ẵ",Ǎ:"Ǎ",Â:"Â",Ấ:"Ấ",Ầ:"Ầ",Ẫ:"Ẫ",Ȧ:"Ȧ",Ǡ:"Ǡ",Å:"Å",Ǻ:"Ǻ",Ḃ:"Ḃ",Ć:"Ć",Ḉ:"Ḉ",Č:"Č",Ĉ:"Ĉ",Ċ:"Ċ",Ç:"Ç",Ď:"Ď",Ḋ:"Ḋ",Ḑ:"Ḑ",É:"É",È:"È",Ë:"Ë",Ẽ:"Ẽ",Ē:"Ē",Ḗ:"Ḗ",Ḕ:"Ḕ",Ĕ:"Ĕ",Ḝ:"Ḝ",Ě:"Ě",Ê:"Ê",Ế:"Ế",Ề:"Ề",Ễ:"Ễ",Ė:"Ė",Ȩ:"Ȩ",Ḟ:"Ḟ",Ǵ:"Ǵ",Ḡ:"Ḡ",Ğ:"Ğ",Ǧ:"Ǧ",Ĝ:"Ĝ",Ġ:"Ġ",Ģ:"Ģ",Ḧ:"Ḧ",Ȟ:"Ȟ",Ĥ:"Ĥ",Ḣ:"Ḣ",Ḩ:"Ḩ",Í:"Í",Ì:"Ì",Ï:"Ï",Ḯ:"Ḯ",Ĩ:"Ĩ",Ī:"Ī",Ĭ:"Ĭ",Ǐ:"Ǐ",Î:"Î",İ:"İ",Ĵ:"Ĵ",Ḱ:"Ḱ",Ǩ:"Ǩ",Ķ:"Ķ",Ĺ:"Ĺ",Ľ:"Ľ",Ļ:"Ļ",Ḿ:"Ḿ",Ṁ:"Ṁ",Ń:"Ń",Ǹ:"Ǹ",Ñ:"Ñ",Ň:"Ň",Ṅ:"Ṅ",Ņ:"Ņ",Ó:"Ó",Ò:"Ò",Ö:"Ö",Ȫ:"Ȫ",Õ:"Õ",Ṍ:"Ṍ",Ṏ:"Ṏ",Ȭ:"Ȭ",Ō:"Ō",Ṓ:"Ṓ",Ṑ:"Ṑ",Ŏ:"Ŏ",Ǒ:"Ǒ",Ô:"Ô",Ố:"Ố",Ồ:"Ồ",Ỗ:"Ỗ",Ȯ:"Ȯ",Ȱ:"Ȱ",Ő:"Ő",Ṕ:"Ṕ",Ṗ:"Ṗ",Ŕ:"Ŕ",Ř:"Ř",Ṙ:"Ṙ",Ŗ:"Ŗ",Ś:"Ś",Ṥ:"Ṥ",Š:"Š",Ṧ:"Ṧ",Ŝ:"Ŝ",Ṡ:"Ṡ",Ş:"Ş",Ť:"Ť",Ṫ:"Ṫ",Ţ:"Ţ",Ú:"Ú",Ù:"Ù",Ü:"Ü",Ǘ:"Ǘ",Ǜ:"Ǜ",Ǖ:"Ǖ",Ǚ:"Ǚ",Ũ:"Ũ",Ṹ:"Ṹ",Ū:"Ū",Ṻ:"Ṻ",Ŭ:"Ŭ",Ǔ:"Ǔ",Û:"Û",Ů:"Ů",Ű:"Ű",Ṽ:"Ṽ",Ẃ:"Ẃ",Ẁ:"Ẁ",Ẅ:"Ẅ",Ŵ:"Ŵ",Ẇ:"Ẇ",Ẍ:"Ẍ",Ẋ:"Ẋ",Ý:"Ý",Ỳ:"Ỳ",Ÿ:"Ÿ",Ỹ:"Ỹ",Ȳ:"Ȳ",Ŷ:"Ŷ",Ẏ:"Ẏ",Ź:"Ź",Ž:"Ž",Ẑ:"Ẑ",Ż:"Ż",ά:"ά",ὰ:"ὰ",ᾱ:"ᾱ",ᾰ:"ᾰ",έ:"έ",ὲ:"ὲ",ή:"ή",ὴ:"ὴ",ί:"ί",ὶ:"ὶ",ϊ:"ϊ",ΐ:"ΐ",ῒ:"ῒ",ῑ:"ῑ",ῐ:"ῐ",ό:"ό",ὸ:"ὸ",ύ:"ύ",ὺ:"ὺ",ϋ:"ϋ",ΰ:"ΰ",ῢ:"ῢ",ῡ:"ῡ",ῠ:"ῠ",ώ:"ώ",ὼ:"ὼ",Ύ:"Ύ",Ὺ:"Ὺ",Ϋ:"Ϋ",Ῡ:"Ῡ",Ῠ:"Ῠ",Ώ:"Ώ",Ὼ:"Ὼ"},Qc=class n{constructor(e,t){this.mode=void 0,this.gullet=void 0,this.settings=void 0,this.leftrightDepth=void 0,this.nextToken=void 0,this.mode="math",this.gullet=new Lf(e,t,this.mode),this.settings=t,this.leftrightDepth=0,this.nextToken=null}expect(e,t){if(t===void 0&&(t=!0),this.fetch().text!==e)throw new Se("Expected '"+e+"', got '"+this.fetch().text+"'",this.fetch());t&&this.consume()}consume(){this.nextToken=null}fetch(){return this.nextToken==null&&(this.nextToken=this.gullet.expandNextToken()),this.nextToken}switchMode(e){this.mode=e,this.gullet.switchMode(e)}parse(){this.settings.globalGroup||this.gullet.beginGroup(),this.settings.colorIsTextColor&&this.gullet.macros.set("\\color","\\textcolor");try{var e=this.parseExpression(!1);return this.expect("EOF"),this.settings.globalGroup||this.gullet.endGroup(),e}finally{this.gullet.endGroups()}}subparse(e){var t=this.nextToken;this.consume(),this.gullet.pushToken(new Ni("}")),this.gullet.pushTokens(e);var i=this.parseExpression(!1);return this.expect("}"),this.nextToken=t,i}parseExpression(e,t){for(var i=[];;){this.mode==="math"&&this.consumeSpaces();var r=this.fetch();if(n.endOfExpression.has(r.text)||t&&r.text===t||e&&Es[r.text]&&Es[r.text].infix)break;var s=this.parseAtom(t);if(s){if(s.type==="internal")continue}else break;i.push(s)}return this.mode==="text"&&this.formLigatures(i),this.handleInfixNodes(i)}handleInfixNodes(e){for(var t=-1,i,r=0;r<e.length;r++){var s=e[r];if(s.type==="infix"){if(t!==-1)throw new Se("only one infix operator per group",s.token);t=r,i=s.replaceWith}}if(t!==-1&&i){var a,o,l=e.slice(0,t),c=e.slice(t+1);l.length===1&&l[0].type==="ordgroup"?a=l[0]:a={type:"ordgroup",mode:this.mode,body:l},c.length===1&&c[0].type==="ordgroup"?o=c[0]:o={type:"ordgroup",mode:this.mode,body:c};var u;return i==="\\\\abovefrac"?u=this.callFunction(i,[a,e[t],o],[]):u=this.callFunction(i,[a,o],[]),[u]}else return e}handleSupSubscript(e){var t=this.fetch(),i=t.text;this.consume(),this.consumeSpaces();var r;do{var s;r=this.parseGroup(e)}while(((s=r)==null?void 0:s.type)==="internal");if(!r)throw new Se("Expected group after '"+i+"'",t);return r}formatUnsupportedCmd(e){for(var t=[],i=0;i<e.length;i++)t.push({type:"textord",mode:"text",text:e[i]});var r={type:"text",mode:this.mode,body:t},s={type:"color",mode:this.mode,color:this.settings.errorColor,body:[r]};return s}parseAtom(e){var t=this.parseGroup("atom",e);if(t?.type==="internal"||this.mode==="text")return t;for(var i,r;;){this.consumeSpaces();var s=this.fetch();if(s.text==="\\limits"||s.text==="\\nolimits"){if(t&&t.type==="op")t.limits=s.text==="\\limits",t.alwaysHandleSupSub=!0;else if(t&&t.type==="operatorname")t.alwaysHandleSupSub&&(t.limits=s.text==="\\limits");else throw new Se("Limit controls must follow a math operator",s);this.consume()}else if(s.text==="^"){if(i)throw new Se("Double superscript",s);i=this.handleSupSubscript("superscript")}else if(s.text==="_"){if(r)throw new Se("Double subscript",s);r=this.handleSupSubscript("subscript")}else if(s.text==="'"){if(i)throw new Se("Double superscript",s);var a={type:"textord",mode:this.mode,text:"\\prime"},o=[a];for(this.consume();this.fetch().text==="'";)o.push(a),this.consume();this.fetch().text==="^"&&o.push(this.handleSupSubscript("superscript")),i={type:"ordgroup",mode:this.mode,body:o}}else if(qc[s.text]){var l=R1.test(s.text),c=[];for(c.push(new Ni(qc[s.text])),this.consume();;){var u=this.fetch().text;if(!qc[u]||R1.test(u)!==l)break;c.unshift(new Ni(qc[u])),this.consume()}var h=this.subparse(c);l?r={type:"ordgroup",mode:"math",body:h}:i={type:"ordgroup",mode:"math",body:h}}else break}return i&&r?{type:"supsub",mode:this.mode,base:t,sup:i,sub:r}:i?{type:"supsub",mode:this.mode,base:t,sup:i}:r?{type:"supsub",mode:this.mode,base:t,sub:r}:t}parseFunction(e,t){var i=this.fetch(),r=i.text,s=Es[r];if(!s)return null;if(this.consume(),t&&t!=="atom"&&!s.allowedInArgument)throw new Se("Got function '"+r+"' with no arguments"+(t?" as "+t:""),i);if(this.mode==="text"&&!s.allowedInText)throw new Se("Can't use function '"+r+"' in text mode",i);if(this.mode==="math"&&s.allowedInMath===!1)throw new Se("Can't use function '"+r+"' in math mode",i);var a=this.parseArguments(r,s),o=a.args,l=a.optArgs;return this.callFunction(r,o,l,i,e)}callFunction(e,t,i,r,s){var a={funcName:e,parser:this,token:r,breakOnTokenText:s},o=Es[e];if(o&&o.handler)return o.handler(a,t,i);throw new Se("No function handler for "+e)}parseArguments(e,t){var i,r=(i=t.numOptionalArgs)!=null?i:0,s=t.numArgs+r;if(s===0)return{args:[],optArgs:[]};for(var a=[],o=[],l=0;l<s;l++){var c,u=(c=t.argTypes)==null?void 0:c[l],h=l<r;("primitive"in t&&t.primitive&&u==null||t.type==="sqrt"&&l===1&&o[0]==null)&&(u="primitive");var f=this.parseGroupOfType("argument to '"+e+"'",u,h);if(h)o.push(f);else if(f!=null)a.push(f);else throw new Se("Null argument, please report this as a bug")}return{args:a,optArgs:o}}parseGroupOfType(e,t,i){switch(t){case"color":return this.parseColorGroup(i);case"size":return this.parseSizeGroup(i);case"url":return this.parseUrlGroup(i);case"math":case"text":return this.parseArgumentGroup(i,t);case"hbox":{var r=this.parseArgumentGroup(i,"text");return r!=null?{type:"styling",mode:r.mode,body:[r],style:"text",resetFont:!0}:null}case"raw":{this.gullet.consumeSpaces();var s=this.gullet.lexer.catcodes["%"];this.gullet.lexer.setCatcode("%",12);var a=this.parseStringGroup(i);return this.gullet.lexer.setCatcode("%",s),a!=null?{type:"raw",mode:"text",string:a.text}:null}case"primitive":{if(i)throw new Se("A primitive argument cannot be optional");var o=this.parseGroup(e);if(o==null)throw new Se("Expected group as "+e,this.fetch());return o}case"original":case void 0:return this.parseArgumentGroup(i);default:throw new Se("Unknown group type as "+e,this.fetch())}}consumeSpaces(){for(;this.fetch().text===" ";)this.consume()}parseStringGroup(e){var t=this.gullet.scanArgument(e);if(t==null)return null;for(var i="",r;(r=this.fetch()).text!=="EOF";)i+=r.text,this.consume();return this.consume(),t.text=i,t}parseRegexGroup(e,t){for(var i=this.fetch(),r=i,s="",a;(a=this.fetch()).text!=="EOF"&&e.test(s+a.text);)r=a,s+=r.text,this.consume();if(s==="")throw new Se("Invalid "+t+": '"+i.text+"'",i);return i.range(r,s)}parseColorGroup(e){var t=this.parseStringGroup(e);if(t==null)return null;var i=/^(#[a-f0-9]{3,4}|#[a-f0-9]{6}|#[a-f0-9]{8}|[a-f0-9]{6}|[a-z]+)$/i.exec(t.text);if(!i)throw new Se("Invalid color: '"+t.text+"'",t);var r=i[0];return/^[0-9a-f]{6}$/i.test(r)&&(r="#"+r),{type:"color-token",mode:this.mode,color:r}}parseSizeGroup(e){var t,i=!1;if(this.gullet.consumeSpaces(),!e&&this.gullet.future().text!=="{"?t=this.parseRegexGroup(/^[-+]? *(?:$|\d+|\d+\.\d*|\.\d*) *[a-z]{0,2} *$/,"size"):t=this.parseStringGroup(e),!t)return null;!e&&t.text.length===0&&(t.text="0pt",i=!0);var r=/([-+]?) *(\d+(?:\.\d*)?|\.\d+) *([a-z]{2})/.exec(t.text);if(!r)throw new Se("Invalid size: '"+t.text+"'",t);var s={number:+(r[1]+r[2]),unit:r[3]};if(!D1(s))throw new Se("Invalid unit: '"+s.unit+"'",t);return{type:"size",mode:this.mode,value:s,isBlank:i}}parseUrlGroup(e){var t=this.gullet.lexer.catcodes["%"],i=this.gullet.lexer.catcodes["~"];this.gullet.lexer.setCatcode("%",13),this.gullet.lexer.setCatcode("~",12);var r=this.parseStringGroup(e);if(this.gullet.lexer.setCatcode("%",t),this.gullet.lexer.setCatcode("~",i),r==null)return null;var s=r.text.replace(/\\([#$%&~_^{}])/g,"$1");return{type:"url",mode:this.mode,url:s}}parseArgumentGroup(e,t){var i=this.gullet.scanArgument(e);if(i==null)return null;var r=this.mode;t&&this.switchMode(t),this.gullet.beginGroup();var s=this.parseExpression(!1,"EOF");this.expect("EOF"),this.gullet.endGroup();var a={type:"ordgroup",mode:this.mode,loc:i.loc,body:s};return t&&this.switchMode(r),a}parseGroup(e,t){var i=this.fetch(),r=i.text,s;if(r==="{"||r==="\\begingroup"){this.consume();var a=r==="{"?"}":"\\endgroup";this.gullet.beginGroup();var o=this.parseExpression(!1,a),l=this.fetch();this.expect(a),this.gullet.endGroup(),s={type:"ordgroup",mode:this.mode,loc:Ei.range(i,l),body:o,semisimple:r==="\\begingroup"||void 0}}else if(s=this.parseFunction(t,e)||this.parseSymbol(),s==null&&r[0]==="\\"&&!Object.prototype.hasOwnProperty.call(xg,r)){if(this.settings.throwOnError)throw new Se("Undefined control sequence: "+r,i);s=this.formatUnsupportedCmd(r),this.consume()}return s}formLigatures(e){for(var t=e.length-1,i=0;i<t;++i){var r=e[i];if(r.type==="textord"){var s=r.text,a=e[i+1];if(!(!a||a.type!=="textord")){if(s==="-"&&a.text==="-"){var o=e[i+2];i+1<t&&o&&o.type==="textord"&&o.text==="-"?(e.splice(i,3,{type:"textord",mode:"text",loc:Ei.range(r,o),text:"---"}),t-=2):(e.splice(i,2,{type:"textord",mode:"text",loc:Ei.range(r,a),text:"--"}),t-=1)}(s==="'"||s==="`")&&a.text===s&&(e.splice(i,2,{type:"textord",mode:"text",loc:Ei.range(r,a),text:s+s}),t-=1)}}}}parseSymbol(){var e=this.fetch(),t=e.text;if(/^\\verb[^a-zA-Z]/.test(t)){this.consume();var i=t.slice(5),r=i.charAt(0)==="*";if(r&&(i=i.slice(1)),i.length<2||i.charAt(0)!==i.slice(-1))throw new Se(`\\verb assertion failed --
                    please report what input caused this bug`);return i=i.slice(1,-1),{type:"verb",mode:"text",body:i,star:r}}Object.prototype.hasOwnProperty.call(P1,t[0])&&!mn[this.mode][t[0]]&&(this.settings.strict&&this.mode==="math"&&Ci({strict:this.settings.strict,errorCode:"unicodeTextInMathMode",errorMsg:'Accented Unicode text character "'+t[0]+'" used in math mode',report:!0,token:e}),t=P1[t[0]]+t.slice(1));var s=Dy.exec(t);s&&(t=t.substring(0,s.index),t==="i"?t="ı":t==="j"&&(t="ȷ"));var a;if(mn[this.mode][t]){this.settings.strict&&this.mode==="math"&&vf.includes(t)&&Ci({strict:this.settings.strict,errorCode:"unicodeTextInMathMode",errorMsg:'Latin-1/Unicode text character "'+t[0]+'" used in math mode',report:!0,token:e});var o=mn[this.mode][t].group,l=Ei.range(e),c;V3(o)?c={type:"atom",mode:this.mode,family:o,loc:l,text:t}:c={type:o,mode:this.mode,loc:l,text:t},a=c}else if(t.charCodeAt(0)>=128)this.settings.strict&&(I1(t.charCodeAt(0))?this.mode==="math"&&Ci({strict:this.settings.strict,errorCode:"unicodeTextInMathMode",errorMsg:'Unicode text character "'+t[0]+'" used in math mode',report:!0,token:e}):Ci({strict:this.settings.strict,errorCode:"unknownSymbol",errorMsg:'Unrecognized Unicode character "'+t[0]+'"'+(" ("+t.charCodeAt(0)+")"),report:!0,token:e})),a={type:"textord",mode:"text",loc:Ei.range(e),text:t};else return null;if(this.consume(),s)for(var u=0;u<s[0].length;u++){var h=s[0][u];if(!ff[h])throw new Se("Unknown accent ' "+h+"'",e);var f=ff[h][this.mode]||ff[h].text;if(!f)throw new Se("Accent "+h+" unsupported in "+this.mode+" mode",e);a={type:"accent",mode:this.mode,loc:Ei.range(e),label:f,isStretchy:!1,isShifty:!0,base:a}}return a}};Qc.endOfExpression=new Set(["}","\\endgroup","\\end","\\right","&"]);var Yf=function(e,t){if(!(typeof e=="string"||e instanceof String))throw new TypeError("KaTeX can only parse string typed expression");var i=new Qc(e,t);delete i.gullet.macros.current["\\df@tag"];var r=i.parse();if(delete i.gullet.macros.current["\\current@color"],delete i.gullet.macros.current["\\color"],i.gullet.macros.get("\\df@tag")){if(!t.displayMode)throw new Se("\\tag works only in display equations");r=[{type:"tag",mode:"text",body:r,tag:i.subparse([new Ni("\\df@tag")])}]}return r},yg=function(e,t,i){t.textContent="";var r=Zf(e,i).toNode();t.appendChild(r)};typeof document<"u"&&document.compatMode!=="CSS1Compat"&&(typeof console<"u"&&console.warn("Warning: KaTeX doesn't work in quirks mode. Make sure your website has a suitable doctype."),yg=function(){throw new Se("KaTeX doesn't work in quirks mode.")});var Fy=function(e,t){var i=Zf(e,t).toMarkup();return i},Oy=function(e,t){var i=new al(t);return Yf(e,i)},bg=function(e,t,i){if(i.throwOnError||!(e instanceof Se))throw e;var r=xe(["katex-error"],[new bi(t)]);return r.setAttribute("title",e.toString()),r.setAttribute("style","color:"+i.errorColor),r},Zf=function(e,t){var i=new al(t);try{var r=Yf(e,i);return L3(r,e,i)}catch(s){return bg(s,e,i)}},ky=function(e,t){var i=new al(t);try{var r=Yf(e,i);return N3(r,i)}catch(s){return bg(s,e,i)}},By="0.19.1",zy={Span:Ps,Anchor:Ya,SymbolNode:bi,SvgNode:lr,PathNode:Pr,LineNode:ll},Hy={version:By,render:yg,renderToString:Fy,ParseError:Se,SETTINGS_SCHEMA:df,__parse:Oy,__renderToDomTree:Zf,__renderToHTMLTree:ky,__setFontMetrics:p3,__defineSymbol:p,__defineFunction:Be,__defineMacro:I,__domTree:zy};var Gy="uplot",Vy="u-hz",Wy="u-vt",qy="u-title",Xy="u-wrap",Yy="u-under",Zy="u-over",$y="u-axis",fa="u-off",Jy="u-select",Ky="u-cursor-x",jy="u-cursor-y",Qy="u-cursor-pt",e4="u-legend",t4="u-live",n4="u-inline",i4="u-series",r4="u-marker",Sg="u-label",s4="u-value",ml="width",gl="height";var Mg="bottom",Ka="left",$f="right",fd="#000",wg=fd+"0",Jf="mousemove",Tg="mousedown",Kf="mouseup",Ag="mouseenter",Eg="mouseleave",Cg="dblclick",a4="resize",o4="scroll",Rg="change",d0="dppxchange",dd="--",ro=typeof window<"u",nd=ro?document:null,Qa=ro?window:null,l4=ro?navigator:null,Wt,c0;function id(){let n=devicePixelRatio;Wt!=n&&(Wt=n,c0&&sd(Rg,c0,id),c0=matchMedia(`(min-resolution: ${Wt-.001}dppx) and (max-resolution: ${Wt+.001}dppx)`),da(Rg,c0,id),Qa.dispatchEvent(new CustomEvent(d0)))}function Oi(n,e){if(e!=null){let t=n.classList;!t.contains(e)&&t.add(e)}}function rd(n,e){let t=n.classList;t.contains(e)&&t.remove(e)}function cn(n,e,t){n.style[e]=t+"px"}function cr(n,e,t,i){let r=nd.createElement(n);return e!=null&&Oi(r,e),t?.insertBefore(r,i),r}function ji(n,e){return cr("div",n,e)}var Pg=new WeakMap;function Nr(n,e,t,i,r){let s="translate("+e+"px,"+t+"px)",a=Pg.get(n);s!=a&&(n.style.transform=s,Pg.set(n,s),e<0||t<0||e>i||t>r?Oi(n,fa):rd(n,fa))}var Ig=new WeakMap;function Dg(n,e,t){let i=e+t,r=Ig.get(n);i!=r&&(Ig.set(n,i),n.style.background=e,n.style.borderColor=t)}var Lg=new WeakMap;function Ng(n,e,t,i){let r=e+""+t,s=Lg.get(n);r!=s&&(Lg.set(n,r),n.style.height=t+"px",n.style.width=e+"px",n.style.marginLeft=i?-e/2+"px":0,n.style.marginTop=i?-t/2+"px":0)}var pd={passive:!0},c4={...pd,capture:!0};function da(n,e,t,i){e.addEventListener(n,t,i?c4:pd)}function sd(n,e,t,i){e.removeEventListener(n,t,pd)}ro&&id();function ur(n,e,t,i){let r;t=t||0,i=i||e.length-1;let s=i<=2147483647;for(;i-t>1;)r=s?t+i>>1:ki((t+i)/2),e[r]<n?t=r:i=r;return n-e[t]<=e[i]-n?t:i}function lv(n){return(t,i,r)=>{let s=-1,a=-1;for(let o=i;o<=r;o++)if(n(t[o])){s=o;break}for(let o=r;o>=i;o--)if(n(t[o])){a=o;break}return[s,a]}}var cv=n=>n!=null,uv=n=>n!=null&&n>0,g0=lv(cv),u4=lv(uv);function h4(n,e,t,i=0,r=!1){let s=r?u4:g0,a=r?uv:cv;[e,t]=s(n,e,t);let o=n[e],l=n[e];if(e>-1)if(i==1)o=n[e],l=n[t];else if(i==-1)o=n[t],l=n[e];else for(let c=e;c<=t;c++){let u=n[c];a(u)&&(u<o?o=u:u>l&&(l=u))}return[o??tn,l??-tn]}function v0(n,e,t,i){let r=Og(n),s=Og(e);n==e&&(r==-1?(n*=t,e/=t):(n/=t,e*=t));let a=t==10?is:hv,o=r==1?ki:Qi,l=s==1?Qi:ki,c=o(a(Zn(n))),u=l(a(Zn(e))),h=eo(t,c),f=eo(t,u);return t==10&&(c<0&&(h=nn(h,-c)),u<0&&(f=nn(f,-u))),i||t==2?(n=h*r,e=f*s):(n=mv(n,h),e=_0(e,f)),[n,e]}function md(n,e,t,i){let r=v0(n,e,t,i);return n==0&&(r[0]=0),e==0&&(r[1]=0),r}var gd=.1,Ug={mode:3,pad:gd},_l={pad:0,soft:null,mode:0},f4={min:_l,max:_l};function p0(n,e,t,i){return x0(t)?Fg(n,e,t):(_l.pad=t,_l.soft=i?0:null,_l.mode=i?3:0,Fg(n,e,f4))}function Bt(n,e){return n??e}function d4(n,e,t){for(e=Bt(e,0),t=Bt(t,n.length-1);e<=t;){if(n[e]!=null)return!0;e++}return!1}function Fg(n,e,t){let i=t.min,r=t.max,s=Bt(i.pad,0),a=Bt(r.pad,0),o=Bt(i.hard,-tn),l=Bt(r.hard,tn),c=Bt(i.soft,tn),u=Bt(r.soft,-tn),h=Bt(i.mode,0),f=Bt(r.mode,0),d=e-n,v=is(d),b=Mi(Zn(n),Zn(e)),g=is(b),m=Zn(g-v);(d<1e-24||m>10)&&(d=0,(n==0||e==0)&&(d=1e-24,h==2&&c!=tn&&(s=0),f==2&&u!=-tn&&(a=0)));let y=d||b||1e3,P=is(y),M=eo(10,ki(P)),D=y*(d==0?n==0?.1:1:s),R=nn(mv(n-D,M/10),24),x=n>=c&&(h==1||h==3&&R<=c||h==2&&R>=c)?c:tn,A=Mi(o,R<x&&n>=x?x:hr(x,R)),H=y*(d==0?e==0?.1:1:a),F=nn(_0(e+H,M/10),24),U=e<=u&&(f==1||f==3&&F>=u||f==2&&F<=u)?u:-tn,W=hr(l,F>U&&e<=U?U:Mi(U,F));return A==W&&A==0&&(W=100),[A,W]}var p4=new Intl.NumberFormat(ro?l4.language:"en-US"),vd=n=>p4.format(n),Bi=Math,f0=Bi.PI,Zn=Bi.abs,ki=Bi.floor,Yn=Bi.round,Qi=Bi.ceil,hr=Bi.min,Mi=Bi.max,eo=Bi.pow,Og=Bi.sign,is=Bi.log10,hv=Bi.log2,m4=(n,e=1)=>Bi.sinh(n)*e,jf=(n,e=1)=>Bi.asinh(n/e),tn=1/0;function kg(n){return(is((n^n>>31)-(n>>31))|0)+1}function ad(n,e,t){return hr(Mi(n,e),t)}function fv(n){return typeof n=="function"}function It(n){return fv(n)?n:()=>n}var g4=()=>{},dv=n=>n,pv=(n,e)=>e,v4=n=>null,Bg=n=>!0,zg=(n,e)=>n==e,_4=/\.\d*?(?=9{6,}|0{6,})/gm,pa=n=>{if(vv(n)||Us.has(n))return n;let e=`${n}`,t=e.match(_4);if(t==null)return n;let i=t[0].length-1;if(e.indexOf("e-")!=-1){let[r,s]=e.split("e");return+`${pa(r)}e${s}`}return nn(n,i)};function ua(n,e){return pa(nn(pa(n/e))*e)}function _0(n,e){return pa(Qi(pa(n/e))*e)}function mv(n,e){return pa(ki(pa(n/e))*e)}function nn(n,e=0){if(vv(n))return n;let t=10**e,i=n*t*(1+Number.EPSILON);return Yn(i)/t}var Us=new Map;function gv(n){return((""+n).split(".")[1]||"").length}function yl(n,e,t,i){let r=[],s=i.map(gv);for(let a=e;a<t;a++){let o=Zn(a),l=nn(eo(n,a),o);for(let c=0;c<i.length;c++){let u=n==10?+`${i[c]}e${a}`:i[c]*l,h=(a>=0?0:o)+(a>=s[c]?0:s[c]),f=n==10?u:nn(u,h);r.push(f),Us.set(f,h)}}return r}var xl={},_d=[],to=[null,null],Ns=Array.isArray,vv=Number.isInteger,x4=n=>n===void 0;function Hg(n){return typeof n=="string"}function x0(n){let e=!1;if(n!=null){let t=n.constructor;e=t==null||t==Object}return e}function y4(n){return n!=null&&typeof n=="object"}var b4=Object.getPrototypeOf(Uint8Array),_v="__proto__";function no(n,e=x0){let t;if(Ns(n)){let i=n.find(r=>r!=null);if(Ns(i)||e(i)){t=Array(n.length);for(let r=0;r<n.length;r++)t[r]=no(n[r],e)}else t=n.slice()}else if(n instanceof b4)t=n.slice();else if(e(n)){t={};for(let i in n)i!=_v&&(t[i]=no(n[i],e))}else t=n;return t}function Gn(n){let e=arguments;for(let t=1;t<e.length;t++){let i=e[t];for(let r in i)r!=_v&&(x0(n[r])?Gn(n[r],no(i[r])):n[r]=no(i[r]))}return n}var S4=0,M4=1,w4=2;function T4(n,e,t){for(let i=0,r,s=-1;i<e.length;i++){let a=e[i];if(a>s){for(r=a-1;r>=0&&n[r]==null;)n[r--]=null;for(r=a+1;r<t&&n[r]==null;)n[s=r++]=null}}}function A4(n,e){if(R4(n)){let a=n[0].slice();for(let o=1;o<n.length;o++)a.push(...n[o].slice(1));return P4(a[0])||(a=C4(a)),a}let t=new Set;for(let a=0;a<n.length;a++){let l=n[a][0],c=l.length;for(let u=0;u<c;u++)t.add(l[u])}let i=[Array.from(t).sort((a,o)=>a-o)],r=i[0].length,s=new Map;for(let a=0;a<r;a++)s.set(i[0][a],a);for(let a=0;a<n.length;a++){let o=n[a],l=o[0];for(let c=1;c<o.length;c++){let u=o[c],h=Array(r).fill(void 0),f=e?e[a][c]:M4,d=[];for(let v=0;v<u.length;v++){let b=u[v],g=s.get(l[v]);b===null?f!=S4&&(h[g]=b,f==w4&&d.push(g)):h[g]=b}T4(h,d,r),i.push(h)}}return i}var E4=typeof queueMicrotask>"u"?n=>Promise.resolve().then(n):queueMicrotask;function C4(n){let e=n[0],t=e.length,i=Array(t);for(let s=0;s<i.length;s++)i[s]=s;i.sort((s,a)=>e[s]-e[a]);let r=[];for(let s=0;s<n.length;s++){let a=n[s],o=Array(t);for(let l=0;l<t;l++)o[l]=a[i[l]];r.push(o)}return r}function R4(n){let e=n[0][0],t=e.length;for(let i=1;i<n.length;i++){let r=n[i][0];if(r.length!=t)return!1;if(r!=e){for(let s=0;s<t;s++)if(r[s]!=e[s])return!1}}return!0}function P4(n,e=100){let t=n.length;if(t<=1)return!0;let i=0,r=t-1;for(;i<=r&&n[i]==null;)i++;for(;r>=i&&n[r]==null;)r--;if(r<=i)return!0;let s=Mi(1,ki((r-i+1)/e));for(let a=n[i],o=i+s;o<=r;o+=s){let l=n[o];if(l!=null){if(l<=a)return!1;a=l}}return!0}var xv=["January","February","March","April","May","June","July","August","September","October","November","December"],yv=["Sunday","Monday","Tuesday","Wednesday","Thursday","Friday","Saturday"];function bv(n){return n.slice(0,3)}var I4=yv.map(bv),D4=xv.map(bv),L4={MMMM:xv,MMM:D4,WWWW:yv,WWW:I4};function pl(n){return(n<10?"0":"")+n}function N4(n){return(n<10?"00":n<100?"0":"")+n}var U4={YYYY:n=>n.getFullYear(),YY:n=>(n.getFullYear()+"").slice(2),MMMM:(n,e)=>e.MMMM[n.getMonth()],MMM:(n,e)=>e.MMM[n.getMonth()],MM:n=>pl(n.getMonth()+1),M:n=>n.getMonth()+1,DD:n=>pl(n.getDate()),D:n=>n.getDate(),WWWW:(n,e)=>e.WWWW[n.getDay()],WWW:(n,e)=>e.WWW[n.getDay()],HH:n=>pl(n.getHours()),H:n=>n.getHours(),h:n=>{let e=n.getHours();return e==0?12:e>12?e-12:e},AA:n=>n.getHours()>=12?"PM":"AM",aa:n=>n.getHours()>=12?"pm":"am",a:n=>n.getHours()>=12?"p":"a",mm:n=>pl(n.getMinutes()),m:n=>n.getMinutes(),ss:n=>pl(n.getSeconds()),s:n=>n.getSeconds(),fff:n=>N4(n.getMilliseconds())};function xd(n,e){e=e||L4;let t=[],i=/\{([a-z]+)\}|[^{]+/gi,r;for(;r=i.exec(n);)t.push(r[0][0]=="{"?U4[r[1]]:r[0]);return s=>{let a="";for(let o=0;o<t.length;o++)a+=typeof t[o]=="string"?t[o]:t[o](s,e);return a}}var F4=new Intl.DateTimeFormat().resolvedOptions().timeZone;function O4(n,e){let t;return e=="UTC"||e=="Etc/UTC"?t=new Date(+n+n.getTimezoneOffset()*6e4):e==F4?t=n:(t=new Date(n.toLocaleString("en-US",{timeZone:e})),t.setMilliseconds(n.getMilliseconds())),t}var Sv=n=>n%1==0,m0=[1,2,2.5,5],k4=yl(10,-32,0,m0),Mv=yl(10,0,32,m0),B4=Mv.filter(Sv),ha=k4.concat(Mv),yd=`
`,wv="{YYYY}",Gg=yd+wv,Tv="{M}/{D}",vl=yd+Tv,u0=vl+"/{YY}",Av="{aa}",z4="{h}:{mm}",ja=z4+Av,Vg=yd+ja,Wg=":{ss}",Xt=null;function Ev(n){let e=n*1e3,t=e*60,i=t*60,r=i*24,s=r*30,a=r*365,l=(n==1?yl(10,0,3,m0).filter(Sv):yl(10,-3,0,m0)).concat([e,e*5,e*10,e*15,e*30,t,t*5,t*10,t*15,t*30,i,i*2,i*3,i*4,i*6,i*8,i*12,r,r*2,r*3,r*4,r*5,r*6,r*7,r*8,r*9,r*10,r*15,s,s*2,s*3,s*4,s*6,a,a*2,a*5,a*10,a*25,a*50,a*100]),c=[[a,wv,Xt,Xt,Xt,Xt,Xt,Xt,1],[r*28,"{MMM}",Gg,Xt,Xt,Xt,Xt,Xt,1],[r,Tv,Gg,Xt,Xt,Xt,Xt,Xt,1],[i,"{h}"+Av,u0,Xt,vl,Xt,Xt,Xt,1],[t,ja,u0,Xt,vl,Xt,Xt,Xt,1],[e,Wg,u0+" "+ja,Xt,vl+" "+ja,Xt,Vg,Xt,1],[n,Wg+".{fff}",u0+" "+ja,Xt,vl+" "+ja,Xt,Vg,Xt,1]];function u(h){return(f,d,v,b,g,m)=>{let y=[],P=g>=a,M=g>=s&&g<a,D=h(v),R=nn(D*n,3),x=Qf(D.getFullYear(),P?0:D.getMonth(),M||P?1:D.getDate()),A=nn(x*n,3);if(M||P){let H=M?g/s:0,F=P?g/a:0,U=R==A?R:nn(Qf(x.getFullYear()+F,x.getMonth()+H,1)*n,3),W=new Date(Yn(U/n)),J=W.getFullYear(),O=W.getMonth();for(let X=0;U<=b;X++){let te=Qf(J+F*X,O+H*X,1),Y=te-h(nn(te*n,3));U=nn((+te+Y)*n,3),U<=b&&y.push(U)}}else{let H=g>=r?r:g,F=ki(v)-ki(R),U=A+F+_0(R-A,H);y.push(U);let W=h(U),J=W.getHours()+W.getMinutes()/t+W.getSeconds()/i,O=g/i,X=f.axes[d]._space,te=m/X;for(;U=nn(U+g,n==1?0:3),!(U>b);)if(O>1){let Y=ki(nn(J+O,6))%24,re=h(U).getHours()-Y;re>1&&(re=-1),U-=re*i,J=(J+O)%24;let le=y[y.length-1];nn((U-le)/g,3)*te>=.7&&y.push(U)}else y.push(U)}return y}}return[l,c,u]}var[H4,G4,V4]=Ev(1),[W4,q4,X4]=Ev(.001);yl(2,-53,53,[1]);function qg(n,e){return n.map(t=>t.map((i,r)=>r==0||r==8||i==null?i:e(r==1||t[8]==0?i:t[1]+i)))}function Xg(n,e){return(t,i,r,s,a)=>{let o=e.find(v=>a>=v[0])||e[e.length-1],l,c,u,h,f,d;return i.map(v=>{let b=n(v),g=b.getFullYear(),m=b.getMonth(),y=b.getDate(),P=b.getHours(),M=b.getMinutes(),D=b.getSeconds(),R=g!=l&&o[2]||m!=c&&o[3]||y!=u&&o[4]||P!=h&&o[5]||M!=f&&o[6]||D!=d&&o[7]||o[1];return l=g,c=m,u=y,h=P,f=M,d=D,R(b)})}}function Y4(n,e){let t=xd(e);return(i,r,s,a,o)=>r.map(l=>t(n(l)))}function Qf(n,e,t){return new Date(n,e,t)}function Yg(n,e){return e(n)}var Z4="{YYYY}-{MM}-{DD} {h}:{mm}{aa}";function Zg(n,e){return(t,i,r,s)=>s==null?dd:e(n(i))}function $4(n,e){let t=n.series[e];return t.width?t.stroke(n,e):t.points.width?t.points.stroke(n,e):null}function J4(n,e){return n.series[e].fill(n,e)}var K4={show:!0,live:!0,isolate:!1,mount:g4,markers:{show:!0,width:2,stroke:$4,fill:J4,dash:"solid"},idx:null,idxs:null,values:[]};function j4(n,e){let t=n.cursor.points,i=ji(),r=t.size(n,e);cn(i,ml,r),cn(i,gl,r);let s=r/-2;cn(i,"marginLeft",s),cn(i,"marginTop",s);let a=t.width(n,e,r);return a&&cn(i,"borderWidth",a),i}function Q4(n,e){let t=n.series[e].points;return t._fill||t._stroke}function eb(n,e){let t=n.series[e].points;return t._stroke||t._fill}function tb(n,e){return n.series[e].points.size}var ed=[0,0];function nb(n,e,t){return ed[0]=e,ed[1]=t,ed}function h0(n,e,t,i=!0){return r=>{r.button==0&&(!i||r.target==e)&&t(r)}}function td(n,e,t,i=!0){return r=>{(!i||r.target==e)&&t(r)}}var ib={show:!0,x:!0,y:!0,lock:!1,move:nb,points:{one:!1,show:j4,size:tb,width:0,stroke:eb,fill:Q4},bind:{mousedown:h0,mouseup:h0,click:h0,dblclick:h0,mousemove:td,mouseleave:td,mouseenter:td},drag:{setScale:!0,x:!0,y:!1,dist:0,uni:null,click:(n,e)=>{e.stopPropagation(),e.stopImmediatePropagation()},_x:!1,_y:!1},focus:{dist:(n,e,t,i,r)=>i-r,prox:-1,bias:0},hover:{skip:[void 0],prox:null,bias:0},left:-10,top:-10,idx:null,dataIdx:null,idxs:null,event:null},Cv={show:!0,stroke:"rgba(0,0,0,0.07)",width:2},bd=Gn({},Cv,{filter:pv}),Rv=Gn({},bd,{size:10}),Pv=Gn({},Cv,{show:!1}),Sd='12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji"',Iv="bold "+Sd,Dv=1.5,$g={show:!0,scale:"x",stroke:fd,space:50,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:Iv,side:2,grid:bd,ticks:Rv,border:Pv,font:Sd,lineGap:Dv,rotate:0},rb="Value",sb="Time",Jg={show:!0,scale:"x",auto:!1,sorted:1,min:tn,max:-tn,idxs:[]};function ab(n,e,t,i,r){return e.map(s=>s==null?"":vd(s))}function ob(n,e,t,i,r,s,a){let o=[],l=Us.get(r)||0;t=a?t:nn(_0(t,r),l);for(let c=t;c<=i;c=nn(c+r,l))o.push(Object.is(c,-0)?0:c);return o}function od(n,e,t,i,r,s,a){let o=[],l=n.scales[n.axes[e].scale].log,c=l==10?is:hv,u=ki(c(t));r=eo(l,u),l==10&&(r=ha[ur(r,ha)]);let h=t,f=r*l;l==10&&(f=ha[ur(f,ha)]);do o.push(h),h=h+r,l==10&&!Us.has(h)&&(h=nn(h,Us.get(r))),h>=f&&(r=h,f=r*l,l==10&&(f=ha[ur(f,ha)]));while(h<=i);return o}function lb(n,e,t,i,r,s,a){let l=n.scales[n.axes[e].scale].asinh,c=i>l?od(n,e,Mi(l,t),i,r):[l],u=i>=0&&t<=0?[0]:[];return(t<-l?od(n,e,Mi(l,-i),-t,r):[l]).reverse().map(f=>-f).concat(u,c)}var Lv=/./,cb=/[12357]/,ub=/[125]/,Kg=/1/,ld=(n,e,t,i)=>n.map((r,s)=>e==4&&r==0||s%i==0&&t.test(r.toExponential()[r<0?1:0])?r:null);function hb(n,e,t,i,r){let s=n.axes[t],a=s.scale,o=n.scales[a],l=n.valToPos,c=s._space,u=l(10,a),h=l(9,a)-u>=c?Lv:l(7,a)-u>=c?cb:l(5,a)-u>=c?ub:Kg;if(h==Kg){let f=Zn(l(1,a)-u);if(f<c)return ld(e.slice().reverse(),o.distr,h,Qi(c/f)).reverse()}return ld(e,o.distr,h,1)}function fb(n,e,t,i,r){let s=n.axes[t],a=s.scale,o=s._space,l=n.valToPos,c=Zn(l(1,a)-l(2,a));return c<o?ld(e.slice().reverse(),3,Lv,Qi(o/c)).reverse():e}function db(n,e,t,i){return i==null?dd:e==null?"":vd(e)}var jg={show:!0,scale:"y",stroke:fd,space:30,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:Iv,side:3,grid:bd,ticks:Rv,border:Pv,font:Sd,lineGap:Dv,rotate:0};function pb(n,e){let t=3+(n||1)*2;return nn(t*e,3)}function mb(n,e){let{scale:t,idxs:i}=n.series[0],r=n._data[0],s=n.valToPos(r[i[0]],t,!0),a=n.valToPos(r[i[1]],t,!0),o=Zn(a-s),l=n.series[e],c=o/(l.points.space*Wt);return i[1]-i[0]<=c}var Qg={scale:null,auto:!0,sorted:0,min:tn,max:-tn},Nv=(n,e,t,i,r)=>r,ev={show:!0,auto:!0,sorted:0,gaps:Nv,alpha:1,facets:[Gn({},Qg,{scale:"x"}),Gn({},Qg,{scale:"y"})]},tv={scale:"y",auto:!0,sorted:0,show:!0,spanGaps:!1,gaps:Nv,alpha:1,points:{show:mb,filter:null},values:null,min:tn,max:-tn,idxs:[],path:null,clip:null};function gb(n,e,t,i,r){return t/10}var Uv={time:!0,auto:!0,distr:1,log:10,asinh:1,min:null,max:null,dir:1,ori:0},vb=Gn({},Uv,{time:!1,ori:1}),nv={};function Fv(n,e){let t=nv[n];return t||(t={key:n,plots:[],sub(i){t.plots.push(i)},unsub(i){t.plots=t.plots.filter(r=>r!=i)},pub(i,r,s,a,o,l,c){for(let u=0;u<t.plots.length;u++)t.plots[u]!=r&&t.plots[u].pub(i,r,s,a,o,l,c)}},n!=null&&(nv[n]=t)),t}var io=1,cd=2;function ma(n,e,t){let i=n.mode,r=n.series[e],s=i==2?n._data[e]:n._data,a=n.scales,o=n.bbox,l=s[0],c=i==2?s[1]:s[e],u=i==2?a[r.facets[0].scale]:a[n.series[0].scale],h=i==2?a[r.facets[1].scale]:a[r.scale],f=o.left,d=o.top,v=o.width,b=o.height,g=n.valToPosH,m=n.valToPosV;return u.ori==0?t(r,l,c,u,h,g,m,f,d,v,b,b0,so,M0,kv,zv):t(r,l,c,u,h,m,g,d,f,b,v,S0,ao,Td,Bv,Hv)}function Md(n,e){let t=0,i=0,r=Bt(n.bands,_d);for(let s=0;s<r.length;s++){let a=r[s];a.series[0]==e?t=a.dir:a.series[1]==e&&(a.dir==1?i|=1:i|=2)}return[t,i==1?-1:i==2?1:i==3?2:0]}function _b(n,e,t,i,r){let s=n.mode,a=n.series[e],o=s==2?a.facets[1].scale:a.scale,l=n.scales[o];return r==-1?l.min:r==1?l.max:l.distr==3?l.dir==1?l.min:l.max:0}function rs(n,e,t,i,r,s){return ma(n,e,(a,o,l,c,u,h,f,d,v,b,g)=>{let m=a.pxRound,y=c.dir*(c.ori==0?1:-1),P=c.ori==0?so:ao,M,D;y==1?(M=t,D=i):(M=i,D=t);let R=m(h(o[M],c,b,d)),x=m(f(l[M],u,g,v)),A=m(h(o[D],c,b,d)),H=m(f(s==1?u.max:u.min,u,g,v)),F=new Path2D(r);return P(F,A,H),P(F,R,H),P(F,R,x),F})}function y0(n,e,t,i,r,s){let a=null;if(n.length>0){a=new Path2D;let o=e==0?M0:Td,l=t;for(let h=0;h<n.length;h++){let f=n[h];if(f[1]>f[0]){let d=f[0]-l;d>0&&o(a,l,i,d,i+s),l=f[1]}}let c=t+r-l,u=10;c>0&&o(a,l,i-u/2,c,i+s+u)}return a}function xb(n,e,t){let i=n[n.length-1];i&&i[0]==e?i[1]=t:n.push([e,t])}function wd(n,e,t,i,r,s,a){let o=[],l=n.length;for(let c=r==1?t:i;c>=t&&c<=i;c+=r)if(e[c]===null){let h=c,f=c;if(r==1)for(;++c<=i&&e[c]===null;)f=c;else for(;--c>=t&&e[c]===null;)f=c;let d=s(n[h]),v=f==h?d:s(n[f]),b=h-r;d=a<=0&&b>=0&&b<l?s(n[b]):d;let m=f+r;v=a>=0&&m>=0&&m<l?s(n[m]):v,v>=d&&o.push([d,v])}return o}function iv(n){return n==0?dv:n==1?Yn:e=>ua(e,n)}function Ov(n){let e=n==0?b0:S0,t=n==0?(r,s,a,o,l,c)=>{r.arcTo(s,a,o,l,c)}:(r,s,a,o,l,c)=>{r.arcTo(a,s,l,o,c)},i=n==0?(r,s,a,o,l)=>{r.rect(s,a,o,l)}:(r,s,a,o,l)=>{r.rect(a,s,l,o)};return(r,s,a,o,l,c=0,u=0)=>{c==0&&u==0?i(r,s,a,o,l):(c=hr(c,o/2,l/2),u=hr(u,o/2,l/2),e(r,s+c,a),t(r,s+o,a,s+o,a+l,c),t(r,s+o,a+l,s,a+l,u),t(r,s,a+l,s,a,u),t(r,s,a,s+o,a,c),r.closePath())}}var b0=(n,e,t)=>{n.moveTo(e,t)},S0=(n,e,t)=>{n.moveTo(t,e)},so=(n,e,t)=>{n.lineTo(e,t)},ao=(n,e,t)=>{n.lineTo(t,e)},M0=Ov(0),Td=Ov(1),kv=(n,e,t,i,r,s)=>{n.arc(e,t,i,r,s)},Bv=(n,e,t,i,r,s)=>{n.arc(t,e,i,r,s)},zv=(n,e,t,i,r,s,a)=>{n.bezierCurveTo(e,t,i,r,s,a)},Hv=(n,e,t,i,r,s,a)=>{n.bezierCurveTo(t,e,r,i,a,s)};function Gv(n){return(e,t,i,r,s)=>ma(e,t,(a,o,l,c,u,h,f,d,v,b,g)=>{let{pxRound:m,points:y}=a,P,M;c.ori==0?(P=b0,M=kv):(P=S0,M=Bv);let D=nn(y.width*Wt,3),R=(y.size-y.width)/2*Wt,x=nn(R*2,3),A=new Path2D,H=new Path2D,{left:F,top:U,width:W,height:J}=e.bbox;M0(H,F-x,U-x,W+x*2,J+x*2);let O=X=>{if(l[X]!=null){let te=m(h(o[X],c,b,d)),Y=m(f(l[X],u,g,v));P(A,te+R,Y),M(A,te,Y,R,0,f0*2)}};if(s)s.forEach(O);else for(let X=i;X<=r;X++)O(X);return{stroke:D>0?A:null,fill:A,clip:H,flags:io|cd}})}function Vv(n){return(e,t,i,r,s,a)=>{i!=r&&(s!=i&&a!=i&&n(e,t,i),s!=r&&a!=r&&n(e,t,r),n(e,t,a))}}var yb=Vv(so),bb=Vv(ao);function Wv(n){let e=Bt(n?.alignGaps,0);return(t,i,r,s)=>ma(t,i,(a,o,l,c,u,h,f,d,v,b,g)=>{[r,s]=g0(l,r,s);let m=a.pxRound,y=J=>m(h(J,c,b,d)),P=J=>m(f(J,u,g,v)),M,D;c.ori==0?(M=so,D=yb):(M=ao,D=bb);let R=c.dir*(c.ori==0?1:-1),x={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:io},A=x.stroke,H=!1;if(s-r>=b*4){let J=pe=>t.posToVal(pe,c.key,!0),O=null,X=null,te,Y,de,ie=y(o[R==1?r:s]),re=y(o[r]),le=y(o[s]),_e=J(R==1?re+1:le-1);for(let pe=R==1?r:s;pe>=r&&pe<=s;pe+=R){let $e=o[pe],et=(R==1?$e<_e:$e>_e)?ie:y($e),qe=l[pe];et==ie?qe!=null?(Y=qe,O==null?(M(A,et,P(Y)),te=O=X=Y):Y<O?O=Y:Y>X&&(X=Y)):qe===null&&(H=!0):(O!=null&&D(A,ie,P(O),P(X),P(te),P(Y)),qe!=null?(Y=qe,M(A,et,P(Y)),O=X=te=Y):(O=X=null,qe===null&&(H=!0)),ie=et,_e=J(ie+R))}O!=null&&O!=X&&de!=ie&&D(A,ie,P(O),P(X),P(te),P(Y))}else for(let J=R==1?r:s;J>=r&&J<=s;J+=R){let O=l[J];O===null?H=!0:O!=null&&M(A,y(o[J]),P(O))}let[U,W]=Md(t,i);if(a.fill!=null||U!=0){let J=x.fill=new Path2D(A),O=a.fillTo(t,i,a.min,a.max,U),X=P(O),te=y(o[r]),Y=y(o[s]);R==-1&&([Y,te]=[te,Y]),M(J,Y,X),M(J,te,X)}if(!a.spanGaps){let J=[];H&&J.push(...wd(o,l,r,s,R,y,e)),x.gaps=J=a.gaps(t,i,r,s,J),x.clip=y0(J,c.ori,d,v,b,g)}return W!=0&&(x.band=W==2?[rs(t,i,r,s,A,-1),rs(t,i,r,s,A,1)]:rs(t,i,r,s,A,W)),x})}function Sb(n){let e=Bt(n.align,1),t=Bt(n.ascDesc,!1),i=Bt(n.alignGaps,0),r=Bt(n.extend,!1);return(s,a,o,l)=>ma(s,a,(c,u,h,f,d,v,b,g,m,y,P)=>{[o,l]=g0(h,o,l);let M=c.pxRound,{left:D,width:R}=s.bbox,x=re=>M(v(re,f,y,g)),A=re=>M(b(re,d,P,m)),H=f.ori==0?so:ao,F={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:io},U=F.stroke,W=f.dir*(f.ori==0?1:-1),J=A(h[W==1?o:l]),O=x(u[W==1?o:l]),X=O,te=O;r&&e==-1&&(te=D,H(U,te,J)),H(U,O,J);for(let re=W==1?o:l;re>=o&&re<=l;re+=W){let le=h[re];if(le==null)continue;let _e=x(u[re]),pe=A(le);e==1?H(U,_e,J):H(U,X,pe),H(U,_e,pe),J=pe,X=_e}let Y=X;r&&e==1&&(Y=D+R,H(U,Y,J));let[de,ie]=Md(s,a);if(c.fill!=null||de!=0){let re=F.fill=new Path2D(U),le=c.fillTo(s,a,c.min,c.max,de),_e=A(le);H(re,Y,_e),H(re,te,_e)}if(!c.spanGaps){let re=[];re.push(...wd(u,h,o,l,W,x,i));let le=c.width*Wt/2,_e=t||e==1?le:-le,pe=t||e==-1?-le:le;re.forEach($e=>{$e[0]+=_e,$e[1]+=pe}),F.gaps=re=c.gaps(s,a,o,l,re),F.clip=y0(re,f.ori,g,m,y,P)}return ie!=0&&(F.band=ie==2?[rs(s,a,o,l,U,-1),rs(s,a,o,l,U,1)]:rs(s,a,o,l,U,ie)),F})}function rv(n,e,t,i,r,s,a=tn){if(n.length>1){let o=null;for(let l=0,c=1/0;l<n.length;l++)if(e[l]!==void 0){if(o!=null){let u=Zn(n[l]-n[o]);u<c&&(c=u,a=Zn(t(n[l],i,r,s)-t(n[o],i,r,s)))}o=l}}return a}function Mb(n){n=n||xl;let e=Bt(n.size,[.6,tn,1]),t=n.align||0,i=n.gap||0,r=n.radius;r=r==null?[0,0]:typeof r=="number"?[r,0]:r;let s=It(r),a=1-e[0],o=Bt(e[1],tn),l=Bt(e[2],1),c=Bt(n.disp,xl),u=Bt(n.each,d=>{}),{fill:h,stroke:f}=c;return(d,v,b,g)=>ma(d,v,(m,y,P,M,D,R,x,A,H,F,U)=>{let W=m.pxRound,J=t,O=i*Wt,X=o*Wt,te=l*Wt,Y,de;M.ori==0?[Y,de]=s(d,v):[de,Y]=s(d,v);let ie=M.dir*(M.ori==0?1:-1),re=M.ori==0?M0:Td,le=M.ori==0?u:(Ne,nt,pt,we,Ut,Ke,it)=>{u(Ne,nt,pt,Ut,we,it,Ke)},_e=Bt(d.bands,_d).find(Ne=>Ne.series[0]==v),pe=_e!=null?_e.dir:0,$e=m.fillTo(d,v,m.min,m.max,pe),gt=W(x($e,D,U,H)),et,qe,He,at=F,dt=W(m.width*Wt),vt=!1,Nt=null,Lt=null,zt=null,Sn=null;h!=null&&(dt==0||f!=null)&&(vt=!0,Nt=h.values(d,v,b,g),Lt=new Map,new Set(Nt).forEach(Ne=>{Ne!=null&&Lt.set(Ne,new Path2D)}),dt>0&&(zt=f.values(d,v,b,g),Sn=new Map,new Set(zt).forEach(Ne=>{Ne!=null&&Sn.set(Ne,new Path2D)})));let{x0:jt,size:Mn}=c;if(jt!=null&&Mn!=null){J=1,y=jt.values(d,v,b,g),jt.unit==2&&(y=y.map(pt=>d.posToVal(A+pt*F,M.key,!0)));let Ne=Mn.values(d,v,b,g);Mn.unit==2?qe=Ne[0]*F:qe=R(Ne[0],M,F,A)-R(0,M,F,A),at=rv(y,P,R,M,F,A,at),He=at-qe+O}else at=rv(y,P,R,M,F,A,at),He=at*a+O,qe=at-He;He<1&&(He=0),dt>=qe/2&&(dt=0),He<5&&(W=dv);let Ht=He>0,Rn=at-He-(Ht?dt:0);qe=W(ad(Rn,te,X)),et=(J==0?qe/2:J==ie?0:qe)-J*ie*((J==0?O/2:0)+(Ht?dt/2:0));let wt={stroke:null,fill:null,clip:null,band:null,gaps:null,flags:0},Pn=vt?null:new Path2D,hn=null;if(_e!=null)hn=d.data[_e.series[1]];else{let{y0:Ne,y1:nt}=c;Ne!=null&&nt!=null&&(P=nt.values(d,v,b,g),hn=Ne.values(d,v,b,g))}let fn=Y*qe,G=de*qe;for(let Ne=ie==1?b:g;Ne>=b&&Ne<=g;Ne+=ie){let nt=P[Ne];if(nt==null)continue;if(hn!=null){let K=hn[Ne]??0;if(nt-K==0)continue;gt=x(K,D,U,H)}let pt=M.distr!=2||c!=null?y[Ne]:Ne,we=R(pt,M,F,A),Ut=x(Bt(nt,$e),D,U,H),Ke=W(we-et),it=W(Mi(Ut,gt)),L=W(hr(Ut,gt)),T=it-L;if(nt!=null){let K=nt<0?G:fn,ge=nt<0?fn:G;vt?(dt>0&&zt[Ne]!=null&&re(Sn.get(zt[Ne]),Ke,L+ki(dt/2),qe,Mi(0,T-dt),K,ge),Nt[Ne]!=null&&re(Lt.get(Nt[Ne]),Ke,L+ki(dt/2),qe,Mi(0,T-dt),K,ge)):re(Pn,Ke,L+ki(dt/2),qe,Mi(0,T-dt),K,ge),le(d,v,Ne,Ke-dt/2,L,qe+dt,T)}}return dt>0?wt.stroke=vt?Sn:Pn:vt||(wt._fill=m.width==0?m._fill:m._stroke??m._fill,wt.width=0),wt.fill=vt?Lt:Pn,wt})}function wb(n,e){let t=Bt(e?.alignGaps,0);return(i,r,s,a)=>ma(i,r,(o,l,c,u,h,f,d,v,b,g,m)=>{[s,a]=g0(c,s,a);let y=o.pxRound,P=Y=>y(f(Y,u,g,v)),M=Y=>y(d(Y,h,m,b)),D,R,x;u.ori==0?(D=b0,x=so,R=zv):(D=S0,x=ao,R=Hv);let A=u.dir*(u.ori==0?1:-1),H=P(l[A==1?s:a]),F=H,U=[],W=[];for(let Y=A==1?s:a;Y>=s&&Y<=a;Y+=A)if(c[Y]!=null){let ie=l[Y],re=P(ie);U.push(F=re),W.push(M(c[Y]))}let J={stroke:n(U,W,D,x,R,y),fill:null,clip:null,band:null,gaps:null,flags:io},O=J.stroke,[X,te]=Md(i,r);if(o.fill!=null||X!=0){let Y=J.fill=new Path2D(O),de=o.fillTo(i,r,o.min,o.max,X),ie=M(de);x(Y,F,ie),x(Y,H,ie)}if(!o.spanGaps){let Y=[];Y.push(...wd(l,c,s,a,A,P,t)),J.gaps=Y=o.gaps(i,r,s,a,Y),J.clip=y0(Y,u.ori,v,b,g,m)}return te!=0&&(J.band=te==2?[rs(i,r,s,a,O,-1),rs(i,r,s,a,O,1)]:rs(i,r,s,a,O,te)),J})}function Tb(n){return wb(Ab,n)}function Ab(n,e,t,i,r,s){let a=n.length;if(a<2)return null;let o=new Path2D;if(t(o,n[0],e[0]),a==2)i(o,n[1],e[1]);else{let l=Array(a),c=Array(a-1),u=Array(a-1),h=Array(a-1);for(let f=0;f<a-1;f++)u[f]=e[f+1]-e[f],h[f]=n[f+1]-n[f],c[f]=u[f]/h[f];l[0]=c[0];for(let f=1;f<a-1;f++)c[f]===0||c[f-1]===0||c[f-1]>0!=c[f]>0?l[f]=0:(l[f]=3*(h[f-1]+h[f])/((2*h[f]+h[f-1])/c[f-1]+(h[f]+2*h[f-1])/c[f]),isFinite(l[f])||(l[f]=0));l[a-1]=c[a-2];for(let f=0;f<a-1;f++)r(o,n[f]+h[f]/3,e[f]+l[f]*h[f]/3,n[f+1]-h[f]/3,e[f+1]-l[f+1]*h[f]/3,n[f+1],e[f+1])}return o}var ud=new Set;function sv(){for(let n of ud)n.syncRect(!0)}ro&&(da(a4,Qa,sv),da(o4,Qa,sv,!0),da(d0,Qa,()=>{ci.pxRatio=Wt}));var Eb=Wv(),Cb=Gv();function av(n,e,t,i){return(i?[n[0],n[1]].concat(n.slice(2)):[n[0]].concat(n.slice(1))).map((s,a)=>hd(s,a,e,t))}function Rb(n,e){return n.map((t,i)=>i==0?{}:Gn({},e,t))}function hd(n,e,t,i){return Gn({},e==0?t:i,n)}function qv(n,e,t){return e==null?to:[e,t]}var Pb=qv;function Ib(n,e,t){return e==null?to:p0(e,t,gd,!0)}function Xv(n,e,t,i){return e==null?to:v0(e,t,n.scales[i].log,!1)}var Db=Xv;function Yv(n,e,t,i){return e==null?to:md(e,t,n.scales[i].log,!1)}var Lb=Yv;function Nb(n,e,t,i,r){let s=Mi(kg(n),kg(e)),a=e-n,o=ur(r/i*a,t);do{let l=t[o],c=i*l/a;if(c>=r&&s+(l<5?Us.get(l):0)<=17)return[l,c]}while(++o<t.length);return[0,0]}function ov(n){let e,t;return n=n.replace(/(\d+)px/,(i,r)=>(e=Yn((t=+r)*Wt))+"px"),[n,e,t]}function Ub(n){n.show&&[n.font,n.labelFont].forEach(e=>{let t=nn(e[2]*Wt,1);e[0]=e[0].replace(/[0-9.]+px/,t+"px"),e[1]=t})}function ci(n,e,t){let i={mode:Bt(n.mode,1)},r=i.mode;function s(S,E,N,k){let Z=E.valToPct(S);return k+N*(E.dir==-1?1-Z:Z)}function a(S,E,N,k){let Z=E.valToPct(S);return k+N*(E.dir==-1?Z:1-Z)}function o(S,E,N,k){return E.ori==0?s(S,E,N,k):a(S,E,N,k)}i.valToPosH=s,i.valToPosV=a;let l=!1;i.status=0;let c=i.root=ji(Gy);if(n.id!=null&&(c.id=n.id),Oi(c,n.class),n.title){let S=ji(qy,c);S.textContent=n.title}let u=cr("canvas"),h=i.ctx=u.getContext("2d"),f=ji(Xy,c);da("click",f,S=>{S.target===v&&(an!=Da||dn!=La)&&ri.click(i,S)},!0);let d=i.under=ji(Yy,f);f.appendChild(u);let v=i.over=ji(Zy,f);n=no(n);let b=+Bt(n.pxAlign,1),g=iv(b);(n.plugins||[]).forEach(S=>{S.opts&&(n=S.opts(i,n)||n)});let m=n.ms||.001,y=i.series=r==1?av(n.series||[],Jg,tv,!1):Rb(n.series||[null],ev),P=i.axes=av(n.axes||[],$g,jg,!0),M=i.scales={},D=i.bands=n.bands||[];D.forEach(S=>{S.fill=It(S.fill||null),S.dir=Bt(S.dir,-1)});let R=r==2?y[1].facets[0].scale:y[0].scale,x={axes:Yr,series:Et},A=(n.drawOrder||["axes","series"]).map(S=>x[S]);function H(S){let E=S.distr==3?N=>is(N>0?N:S.clamp(i,N,S.min,S.max,S.key)):S.distr==4?N=>jf(N,S.asinh):S.distr==100?N=>S.fwd(N):N=>N;return N=>{let k=E(N),{_min:Z,_max:ne}=S,fe=ne-Z;return(k-Z)/fe}}function F(S){let E=M[S];if(E==null){let N=(n.scales||xl)[S]||xl;if(N.from!=null){F(N.from);let k=Gn({},M[N.from],N,{key:S});k.valToPct=H(k),M[S]=k}else{E=M[S]=Gn({},S==R?Uv:vb,N),E.key=S;let k=E.time,Z=E.range,ne=Ns(Z);if((S!=R||r==2&&!k)&&(ne&&(Z[0]==null||Z[1]==null)&&(Z={min:Z[0]==null?Ug:{mode:1,hard:Z[0],soft:Z[0]},max:Z[1]==null?Ug:{mode:1,hard:Z[1],soft:Z[1]}},ne=!1),!ne&&x0(Z))){let fe=Z;Z=(ye,Ce,ze)=>Ce==null?to:p0(Ce,ze,fe)}E.range=It(Z||(k?Pb:S==R?E.distr==3?Db:E.distr==4?Lb:qv:E.distr==3?Xv:E.distr==4?Yv:Ib)),E.auto=It(ne?!1:E.auto),E.clamp=It(E.clamp||gb),E._min=E._max=null,E.valToPct=H(E)}}}F("x"),F("y"),r==1&&y.forEach(S=>{F(S.scale)}),P.forEach(S=>{F(S.scale)});for(let S in n.scales)F(S);let U=M[R],W=U.distr,J,O;U.ori==0?(Oi(c,Vy),J=s,O=a):(Oi(c,Wy),J=a,O=s);let X={};for(let S in M){let E=M[S];(E.min!=null||E.max!=null)&&(X[S]={min:E.min,max:E.max},E.min=E.max=null)}let te=n.tzDate||(S=>new Date(Yn(S/m))),Y=n.fmtDate||xd,de=m==1?V4(te):X4(te),ie=Xg(te,qg(m==1?G4:q4,Y)),re=Zg(te,Yg(Z4,Y)),le=[],_e=i.legend=Gn({},K4,n.legend),pe=i.cursor=Gn({},ib,{drag:{y:r==2}},n.cursor),$e=_e.show,gt=pe.show,et=_e.markers;_e.idxs=le,et.width=It(et.width),et.dash=It(et.dash),et.stroke=It(et.stroke),et.fill=It(et.fill);let qe,He,at,dt=[],vt=[],Nt,Lt=!1,zt={};if(_e.live){let S=y[1]?y[1].values:null;Lt=S!=null,Nt=Lt?S(i,1,0):{_:0};for(let E in Nt)zt[E]=dd}if($e)if(qe=cr("table",e4,c),at=cr("tbody",null,qe),_e.mount(i,qe),Lt){He=cr("thead",null,qe,at);let S=cr("tr",null,He);cr("th",null,S);for(var Sn in Nt)cr("th",Sg,S).textContent=Sn}else Oi(qe,n4),_e.live&&Oi(qe,t4);let jt={show:!0},Mn={show:!1};function Ht(S,E){if(E==0&&(Lt||!_e.live||r==2))return to;let N=[],k=cr("tr",i4,at,at.childNodes[E]);Oi(k,S.class),S.show||Oi(k,fa);let Z=cr("th",null,k);if(et.show){let ye=ji(r4,Z);if(E>0){let Ce=et.width(i,E);Ce&&(ye.style.border=Ce+"px "+et.dash(i,E)+" "+et.stroke(i,E)),ye.style.background=et.fill(i,E)}}let ne=ji(Sg,Z);S.label instanceof HTMLElement?ne.appendChild(S.label):ne.textContent=S.label,E>0&&(et.show||(ne.style.color=S.width>0?et.stroke(i,E):et.fill(i,E)),wt("click",Z,ye=>{if(pe._lock)return;lt(ye);let Ce=y.indexOf(S);if((ye.ctrlKey||ye.metaKey)!=_e.isolate){let ze=y.some((Ge,Xe)=>Xe>0&&Xe!=Ce&&Ge.show);y.forEach((Ge,Xe)=>{Xe>0&&Mr(Xe,ze?Xe==Ce?jt:Mn:jt,!0,kn.setSeries)})}else Mr(Ce,{show:!S.show},!0,kn.setSeries)},!1),ct&&wt(Ag,Z,ye=>{pe._lock||(lt(ye),Mr(y.indexOf(S),Ua,!0,kn.setSeries))},!1));for(var fe in Nt){let ye=cr("td",s4,k);ye.textContent="--",N.push(ye)}return[k,N]}let Rn=new Map;function wt(S,E,N,k=!0){let Z=Rn.get(E)||{},ne=pe.bind[S](i,E,N,k);ne&&(da(S,E,Z[S]=ne),Rn.set(E,Z))}function Pn(S,E,N){let k=Rn.get(E)||{};for(let Z in k)(S==null||Z==S)&&(sd(Z,E,k[Z]),delete k[Z]);S==null&&Rn.delete(E)}let hn=0,fn=0,G=0,Ne=0,nt=0,pt=0,we=nt,Ut=pt,Ke=G,it=Ne,L=0,T=0,K=0,ge=0;i.bbox={};let he=!1,Ae=!1,Ee=!1,ae=!1,ce=!1,be=!1;function V(S,E,N){(N||S!=i.width||E!=i.height)&&ue(S,E),St(!1),Ee=!0,Ae=!0,ai()}function ue(S,E){i.width=hn=G=S,i.height=fn=Ne=E,nt=pt=0,Pe(),je();let N=i.bbox;L=N.left=ua(nt*Wt,.5),T=N.top=ua(pt*Wt,.5),K=N.width=ua(G*Wt,.5),ge=N.height=ua(Ne*Wt,.5)}let oe=3;function Ie(){let S=!1,E=0;for(;!S;){E++;let N=Ra(E),k=Sr(E);S=E==oe||N&&k,S||(ue(i.width,i.height),Ae=!0)}}function Te({width:S,height:E}){V(S,E)}i.setSize=Te;function Pe(){let S=!1,E=!1,N=!1,k=!1;P.forEach((Z,ne)=>{if(Z.show&&Z._show){let{side:fe,_size:ye}=Z,Ce=fe%2,ze=Z.label!=null?Z.labelSize:0,Ge=ye+ze;Ge>0&&(Ce?(G-=Ge,fe==3?(nt+=Ge,k=!0):N=!0):(Ne-=Ge,fe==0?(pt+=Ge,S=!0):E=!0))}}),yr[0]=S,yr[1]=N,yr[2]=E,yr[3]=k,G-=sr[1]+sr[3],nt+=sr[3],Ne-=sr[2]+sr[0],pt+=sr[0]}function je(){let S=nt+G,E=pt+Ne,N=nt,k=pt;function Z(ne,fe){switch(ne){case 1:return S+=fe,S-fe;case 2:return E+=fe,E-fe;case 3:return N-=fe,N+fe;case 0:return k-=fe,k+fe}}P.forEach((ne,fe)=>{if(ne.show&&ne._show){let ye=ne.side;ne._pos=Z(ye,ne._size),ne.label!=null&&(ne._lpos=Z(ye,ne.labelSize))}})}if(pe.dataIdx==null){let S=pe.hover,E=S.skip=new Set(S.skip??[]);E.add(void 0);let N=S.prox=It(S.prox),k=S.bias??=0;pe.dataIdx=(Z,ne,fe,ye)=>{if(ne==0)return fe;let Ce=fe,ze=N(Z,ne,fe,ye)??tn,Ge=ze>=0&&ze<tn,Xe=U.ori==0?G:Ne,_t=pe.left,Gt=e[0],Ft=e[ne];if(E.has(Ft[fe])){Ce=null;let Rt=null,ot=null,Qe;if(k==0||k==-1)for(Qe=fe;Rt==null&&Qe-- >0;)E.has(Ft[Qe])||(Rt=Qe);if(k==0||k==1)for(Qe=fe;ot==null&&Qe++<Ft.length;)E.has(Ft[Qe])||(ot=Qe);if(Rt!=null||ot!=null)if(Ge){let ln=Rt==null?-1/0:J(Gt[Rt],U,Xe,0),An=ot==null?1/0:J(Gt[ot],U,Xe,0),ti=_t-ln,Qt=An-_t;ti<=Qt?ti<=ze&&(Ce=Rt):Qt<=ze&&(Ce=ot)}else Ce=ot==null?Rt:Rt==null?ot:fe-Rt<=ot-fe?Rt:ot}else Ge&&Zn(_t-J(Gt[fe],U,Xe,0))>ze&&(Ce=null);return Ce}}let lt=S=>{pe.event=S};pe.idxs=le,pe._lock=!1;let me=pe.points;me.show=It(me.show),me.size=It(me.size),me.stroke=It(me.stroke),me.width=It(me.width),me.fill=It(me.fill);let Ye=i.focus=Gn({},n.focus||{alpha:.3},pe.focus),ct=Ye.prox>=0,Ue=ct&&me.one,bt=[],sn=[],pi=[];function Bo(S,E){let N=me.show(i,E);if(N instanceof HTMLElement)return Oi(N,Qy),Oi(N,S.class),Nr(N,-10,-10,G,Ne),v.insertBefore(N,bt[E]),N}function Aa(S,E){if(r==1||E>0){let N=r==1&&M[S.scale].time,k=S.value;S.value=N?Hg(k)?Zg(te,Yg(k,Y)):k||re:k||db,S.label=S.label||(N?sb:rb)}if(Ue||E>0){S.width=S.width==null?1:S.width,S.paths=S.paths||Eb||v4,S.fillTo=It(S.fillTo||_b),S.pxAlign=+Bt(S.pxAlign,b),S.pxRound=iv(S.pxAlign),S.stroke=It(S.stroke||null),S.fill=It(S.fill||null),S._stroke=S._fill=S._paths=S._focus=null;let N=pb(Mi(1,S.width),1),k=S.points=Gn({},{size:N,width:Mi(1,N*.2),stroke:S.stroke,space:N*2,paths:Cb,_stroke:null,_fill:null},S.points);k.show=It(k.show),k.filter=It(k.filter),k.fill=It(k.fill),k.stroke=It(k.stroke),k.paths=It(k.paths),k.pxAlign=S.pxAlign}if($e){let N=Ht(S,E);dt.splice(E,0,N[0]),vt.splice(E,0,N[1]),_e.values.push(null)}if(gt){le.splice(E,0,null);let N=null;Ue?E==0&&(N=Bo(S,E)):E>0&&(N=Bo(S,E)),bt.splice(E,0,N),sn.splice(E,0,0),pi.splice(E,0,0)}ei("addSeries",E)}function Ah(S,E){E=E??y.length,S=r==1?hd(S,E,Jg,tv):hd(S,E,{},ev),y.splice(E,0,S),Aa(y[E],E)}i.addSeries=Ah;function xc(S){if(y.splice(S,1),$e){_e.values.splice(S,1),vt.splice(S,1);let E=dt.splice(S,1)[0];Pn(null,E.firstChild),E.remove()}gt&&(le.splice(S,1),bt.splice(S,1)[0].remove(),sn.splice(S,1),pi.splice(S,1)),ei("delSeries",S)}i.delSeries=xc;let yr=[!1,!1,!1,!1];function Wr(S,E){if(S._show=S.show,S.show){let N=S.side%2,k=M[S.scale];k==null&&(S.scale=N?y[1].scale:R,k=M[S.scale]);let Z=k.time;S.size=It(S.size),S.space=It(S.space),S.rotate=It(S.rotate),Ns(S.incrs)&&S.incrs.forEach(fe=>{!Us.has(fe)&&Us.set(fe,gv(fe))}),S.incrs=It(S.incrs||(k.distr==2?B4:Z?m==1?H4:W4:ha)),S.splits=It(S.splits||(Z&&k.distr==1?de:k.distr==3?od:k.distr==4?lb:ob)),S.stroke=It(S.stroke),S.grid.stroke=It(S.grid.stroke),S.ticks.stroke=It(S.ticks.stroke),S.border.stroke=It(S.border.stroke);let ne=S.values;S.values=Ns(ne)&&!Ns(ne[0])?It(ne):Z?Ns(ne)?Xg(te,qg(ne,Y)):Hg(ne)?Y4(te,ne):ne||ie:ne||ab,S.filter=It(S.filter||(k.distr>=3&&k.log==10?hb:k.distr==3&&k.log==2?fb:pv)),S.font=ov(S.font),S.labelFont=ov(S.labelFont),S._size=S.size(i,null,E,0),S._space=S._rotate=S._incrs=S._found=S._splits=S._values=null,S._size>0&&(yr[E]=!0,S._el=ji($y,f))}}function qr(S,E,N,k){let[Z,ne,fe,ye]=N,Ce=E%2,ze=0;return Ce==0&&(ye||ne)&&(ze=E==0&&!Z||E==2&&!fe?Yn($g.size/3):0),Ce==1&&(Z||fe)&&(ze=E==1&&!ne||E==3&&!ye?Yn(jg.size/2):0),ze}let zo=i.padding=(n.padding||[qr,qr,qr,qr]).map(S=>It(Bt(S,qr))),sr=i._padding=zo.map((S,E)=>S(i,E,yr,0)),wn,In=null,Dn=null,br=r==1?y[0].idxs:null,Pi=null,ms=!1;function Ho(S,E){if(e=S??[],i.data=i._data=e,r==2){wn=0;for(let N=1;N<y.length;N++)wn+=e[N][0].length}else{e.length==0&&(i.data=i._data=e=[[]]),Pi=e[0],wn=Pi.length;let N=e;if(W==2){N=e.slice();let k=N[0]=Array(wn);for(let Z=0;Z<wn;Z++)k[Z]=Z}i._data=e=N}if(St(!0),ei("setData"),W==2&&(Ee=!0),E!==!1){let N=U;N.auto(i,ms)?Go():_s(R,N.min,N.max),ae=ae||pe.left>=0,be=!0,ai()}}i.setData=Ho;function Go(){ms=!0;let S,E;r==1&&(wn>0?(In=br[0]=0,Dn=br[1]=wn-1,S=e[0][In],E=e[0][Dn],W==2?(S=In,E=Dn):S==E&&(W==3?[S,E]=v0(S,S,U.log,!1):W==4?[S,E]=md(S,S,U.log,!1):U.time?E=S+Yn(86400/m):[S,E]=p0(S,E,gd,!0))):(In=br[0]=S=null,Dn=br[1]=E=null)),_s(R,S,E)}let Ea,gs,Ca,C,q,se,Q,ee,De,Fe;function Le(S,E,N,k,Z,ne){S??=wg,N??=_d,k??="butt",Z??=wg,ne??="round",S!=Ea&&(h.strokeStyle=Ea=S),Z!=gs&&(h.fillStyle=gs=Z),E!=Ca&&(h.lineWidth=Ca=E),ne!=q&&(h.lineJoin=q=ne),k!=se&&(h.lineCap=se=k),N!=C&&h.setLineDash(C=N)}function Oe(S,E,N,k){E!=gs&&(h.fillStyle=gs=E),S!=Q&&(h.font=Q=S),N!=ee&&(h.textAlign=ee=N),k!=De&&(h.textBaseline=De=k)}function Je(S,E,N,k,Z=0){if(k.length>0&&S.auto(i,ms)&&(E==null||E.min==null)){let ne=Bt(In,0),fe=Bt(Dn,k.length-1),ye=N.min==null?h4(k,ne,fe,Z,S.distr==3):[N.min,N.max];S.min=hr(S.min,N.min=ye[0]),S.max=Mi(S.max,N.max=ye[1])}}let ht={min:null,max:null};function At(){for(let k in M){let Z=M[k];X[k]==null&&(Z.min==null||X[R]!=null&&Z.auto(i,ms))&&(X[k]=ht)}for(let k in M){let Z=M[k];X[k]==null&&Z.from!=null&&X[Z.from]!=null&&(X[k]=ht)}X[R]!=null&&St(!0);let S={};for(let k in X){let Z=X[k];if(Z!=null){let ne=S[k]=no(M[k],y4);if(Z.min!=null)Gn(ne,Z);else if(k!=R||r==2)if(wn==0&&ne.from==null){let fe=ne.range(i,null,null,k);ne.min=fe[0],ne.max=fe[1]}else ne.min=tn,ne.max=-tn}}if(wn>0){y.forEach((k,Z)=>{if(r==1){let ne=k.scale,fe=X[ne];if(fe==null)return;let ye=S[ne];if(Z==0){let Ce=ye.range(i,ye.min,ye.max,ne);ye.min=Ce[0],ye.max=Ce[1],In=ur(ye.min,e[0]),Dn=ur(ye.max,e[0]),Dn-In>1&&(e[0][In]<ye.min&&In++,e[0][Dn]>ye.max&&Dn--),k.min=Pi[In],k.max=Pi[Dn]}else k.show&&k.auto&&Je(ye,fe,k,e[Z],k.sorted);k.idxs[0]=In,k.idxs[1]=Dn}else if(Z>0&&k.show&&k.auto){let[ne,fe]=k.facets,ye=ne.scale,Ce=fe.scale,[ze,Ge]=e[Z],Xe=S[ye],_t=S[Ce];Xe!=null&&Je(Xe,X[ye],ne,ze,ne.sorted),_t!=null&&Je(_t,X[Ce],fe,Ge,fe.sorted),k.min=fe.min,k.max=fe.max}});for(let k in S){let Z=S[k],ne=X[k];if(Z.from==null&&(ne==null||ne.min==null)){let fe=Z.range(i,Z.min==tn?null:Z.min,Z.max==-tn?null:Z.max,k);Z.min=fe[0],Z.max=fe[1]}}}for(let k in S){let Z=S[k];if(Z.from!=null){let ne=S[Z.from];if(ne.min==null)Z.min=Z.max=null;else{let fe=Z.range(i,ne.min,ne.max,k);Z.min=fe[0],Z.max=fe[1]}}}let E={},N=!1;for(let k in S){let Z=S[k],ne=M[k];if(ne.min!=Z.min||ne.max!=Z.max){ne.min=Z.min,ne.max=Z.max;let fe=ne.distr;ne._min=fe==3?is(ne.min):fe==4?jf(ne.min,ne.asinh):fe==100?ne.fwd(ne.min):ne.min,ne._max=fe==3?is(ne.max):fe==4?jf(ne.max,ne.asinh):fe==100?ne.fwd(ne.max):ne.max,E[k]=N=!0}}if(N){y.forEach((k,Z)=>{r==2?Z>0&&E.y&&(k._paths=null):E[k.scale]&&(k._paths=null)});for(let k in E)Ee=!0,ei("setScale",k);gt&&pe.left>=0&&(ae=be=!0)}for(let k in X)X[k]=null}function Ze(S){let E=ad(In-1,0,wn-1),N=ad(Dn+1,0,wn-1);for(;S[E]==null&&E>0;)E--;for(;S[N]==null&&N<wn-1;)N++;return[E,N]}function Et(){if(wn>0){let S=y.some(E=>E._focus)&&Fe!=Ye.alpha;S&&(h.globalAlpha=Fe=Ye.alpha),y.forEach((E,N)=>{if(N>0&&E.show&&(vn(N,!1),vn(N,!0),E._paths==null)){let k=Fe;Fe!=E.alpha&&(h.globalAlpha=Fe=E.alpha);let Z=r==2?[0,e[N][0].length-1]:Ze(e[N]);E._paths=E.paths(i,N,Z[0],Z[1]),Fe!=k&&(h.globalAlpha=Fe=k)}}),y.forEach((E,N)=>{if(N>0&&E.show){let k=Fe;Fe!=E.alpha&&(h.globalAlpha=Fe=E.alpha),E._paths!=null&&$t(N,!1);{let Z=E._paths!=null?E._paths.gaps:null,ne=E.points.show(i,N,In,Dn,Z),fe=E.points.filter(i,N,ne,Z);(ne||fe)&&(E.points._paths=E.points.paths(i,N,In,Dn,fe),$t(N,!0))}Fe!=k&&(h.globalAlpha=Fe=k),ei("drawSeries",N)}}),S&&(h.globalAlpha=Fe=1)}}function vn(S,E){let N=E?y[S].points:y[S];N._stroke=N.stroke(i,S),N._fill=N.fill(i,S)}function $t(S,E){let N=E?y[S].points:y[S],{stroke:k,fill:Z,clip:ne,flags:fe,_stroke:ye=N._stroke,_fill:Ce=N._fill,_width:ze=N.width}=N._paths;ze=nn(ze*Wt,3);let Ge=null,Xe=ze%2/2;E&&Ce==null&&(Ce=ze>0?"#fff":ye);let _t=N.pxAlign==1&&Xe>0;if(_t&&h.translate(Xe,Xe),!E){let Gt=L-ze/2,Ft=T-ze/2,Rt=K+ze,ot=ge+ze;Ge=new Path2D,Ge.rect(Gt,Ft,Rt,ot)}E?We(ye,ze,N.dash,N.cap,Ce,k,Z,fe,ne):Jt(S,ye,ze,N.dash,N.cap,Ce,k,Z,fe,Ge,ne),_t&&h.translate(-Xe,-Xe)}function Jt(S,E,N,k,Z,ne,fe,ye,Ce,ze,Ge){let Xe=!1;Ce!=0&&D.forEach((_t,Gt)=>{if(_t.series[0]==S){let Ft=y[_t.series[1]],Rt=e[_t.series[1]],ot=(Ft._paths||xl).band;Ns(ot)&&(ot=_t.dir==1?ot[0]:ot[1]);let Qe,ln=null;Ft.show&&ot&&d4(Rt,In,Dn)?(ln=_t.fill(i,Gt)||ne,Qe=Ft._paths.clip):ot=null,We(E,N,k,Z,ln,fe,ye,Ce,ze,Ge,Qe,ot),Xe=!0}}),Xe||We(E,N,k,Z,ne,fe,ye,Ce,ze,Ge)}let Wn=io|cd;function We(S,E,N,k,Z,ne,fe,ye,Ce,ze,Ge,Xe){Le(S,E,N,k,Z),(Ce||ze||Xe)&&(h.save(),Ce&&h.clip(Ce),ze&&h.clip(ze)),Xe?(ye&Wn)==Wn?(h.clip(Xe),Ge&&h.clip(Ge),Pt(Z,fe),Un(S,ne,E)):ye&cd?(Pt(Z,fe),h.clip(Xe),Un(S,ne,E)):ye&io&&(h.save(),h.clip(Xe),Ge&&h.clip(Ge),Pt(Z,fe),h.restore(),Un(S,ne,E)):(Pt(Z,fe),Un(S,ne,E)),(Ce||ze||Xe)&&h.restore()}function Un(S,E,N){N>0&&(E instanceof Map?E.forEach((k,Z)=>{h.strokeStyle=Ea=Z,h.stroke(k)}):E!=null&&S&&h.stroke(E))}function Pt(S,E){E instanceof Map?E.forEach((N,k)=>{h.fillStyle=gs=k,h.fill(N)}):E!=null&&S&&h.fill(E)}function Xr(S,E,N,k){let Z=P[S],ne;if(k<=0)ne=[0,0];else{let fe=Z._space=Z.space(i,S,E,N,k),ye=Z._incrs=Z.incrs(i,S,E,N,k,fe);ne=Nb(E,N,ye,k,fe)}return Z._found=ne}function Fn(S,E,N,k,Z,ne,fe,ye,Ce,ze){let Ge=fe%2/2;b==1&&h.translate(Ge,Ge),Le(ye,fe,Ce,ze,ye),h.beginPath();let Xe,_t,Gt,Ft,Rt=Z+(k==0||k==3?-ne:ne);N==0?(_t=Z,Ft=Rt):(Xe=Z,Gt=Rt);for(let ot=0;ot<S.length;ot++)E[ot]!=null&&(N==0?Xe=Gt=S[ot]:_t=Ft=S[ot],h.moveTo(Xe,_t),h.lineTo(Gt,Ft));h.stroke(),b==1&&h.translate(-Ge,-Ge)}function Ra(S){let E=!0;return P.forEach((N,k)=>{if(!N.show)return;let Z=M[N.scale];if(Z.min==null){N._show&&(E=!1,N._show=!1,St(!1));return}else N._show||(E=!1,N._show=!0,St(!1));let ne=N.side,fe=ne%2,{min:ye,max:Ce}=Z,[ze,Ge]=Xr(k,ye,Ce,fe==0?G:Ne);if(Ge==0)return;let Xe=Z.distr==2,_t=N._splits=N.splits(i,k,ye,Ce,ze,Ge,Xe),Gt=Z.distr==2?_t.map(Qe=>Pi[Qe]):_t,Ft=Z.distr==2?Pi[_t[1]]-Pi[_t[0]]:ze,Rt=N._values=N.values(i,N.filter(i,Gt,k,Ge,Ft),k,Ge,Ft);N._rotate=ne==2?N.rotate(i,Rt,k,Ge):0;let ot=N._size;N._size=Qi(N.size(i,Rt,k,S)),ot!=null&&N._size!=ot&&(E=!1)}),E}function Sr(S){let E=!0;return zo.forEach((N,k)=>{let Z=N(i,k,yr,S);Z!=sr[k]&&(E=!1),sr[k]=Z}),E}function Yr(){for(let S=0;S<P.length;S++){let E=P[S];if(!E.show||!E._show)continue;let N=E.side,k=N%2,Z,ne,fe=E.stroke(i,S),ye=N==0||N==3?-1:1,[Ce,ze]=E._found;if(E.label!=null){let vi=E.labelGap*ye,Li=Yn((E._lpos+vi)*Wt);Oe(E.labelFont[0],fe,"center",N==2?"top":Mg),h.save(),k==1?(Z=ne=0,h.translate(Li,Yn(T+ge/2)),h.rotate((N==3?-f0:f0)/2)):(Z=Yn(L+K/2),ne=Li);let na=fv(E.label)?E.label(i,S,Ce,ze):E.label;h.fillText(na,Z,ne),h.restore()}if(ze==0)continue;let Ge=M[E.scale],Xe=k==0?K:ge,_t=k==0?L:T,Gt=E._splits,Ft=Ge.distr==2?Gt.map(vi=>Pi[vi]):Gt,Rt=Ge.distr==2?Pi[Gt[1]]-Pi[Gt[0]]:Ce,ot=E.ticks,Qe=E.border,ln=ot.show?ot.size:0,An=Yn(ln*Wt),ti=Yn((E.alignTo==2?E._size-ln-E.gap:E.gap)*Wt),Qt=E._rotate*-f0/180,En=g(E._pos*Wt),Ii=(An+ti)*ye,gi=En+Ii;ne=k==0?gi:0,Z=k==1?gi:0;let Zi=E.font[0],ar=E.align==1?Ka:E.align==2?$f:Qt>0?Ka:Qt<0?$f:k==0?"center":N==3?$f:Ka,Tr=Qt||k==1?"middle":N==2?"top":Mg;Oe(Zi,fe,ar,Tr);let Di=E.font[1]*E.lineGap,$i=Gt.map(vi=>g(o(vi,Ge,Xe,_t))),or=E._values;for(let vi=0;vi<or.length;vi++){let Li=or[vi];if(Li!=null){k==0?Z=$i[vi]:ne=$i[vi],Li=""+Li;let na=Li.indexOf(`
`)==-1?[Li]:Li.split(/\n/gm);for(let _i=0;_i<na.length;_i++){let cm=na[_i];Qt?(h.save(),h.translate(Z,ne+_i*Di),h.rotate(Qt),h.fillText(cm,0,0),h.restore()):h.fillText(cm,Z,ne+_i*Di)}}}ot.show&&Fn($i,ot.filter(i,Ft,S,ze,Rt),k,N,En,An,nn(ot.width*Wt,3),ot.stroke(i,S),ot.dash,ot.cap);let Ar=E.grid;Ar.show&&Fn($i,Ar.filter(i,Ft,S,ze,Rt),k,k==0?2:1,k==0?T:L,k==0?ge:K,nn(Ar.width*Wt,3),Ar.stroke(i,S),Ar.dash,Ar.cap),Qe.show&&Fn([En],[1],k==0?1:0,k==0?1:2,k==1?T:L,k==1?ge:K,nn(Qe.width*Wt,3),Qe.stroke(i,S),Qe.dash,Qe.cap)}ei("drawAxes")}function St(S){y.forEach((E,N)=>{N>0&&(E._paths=null,S&&(r==1?(E.min=null,E.max=null):E.facets.forEach(k=>{k.min=null,k.max=null})))})}let Tn=!1,mi=!1,Kt=[];function On(){mi=!1;for(let S=0;S<Kt.length;S++)ei(...Kt[S]);Kt.length=0}function ai(){Tn||(E4(qp),Tn=!0)}function yc(S,E=!1){Tn=!0,mi=E,S(i),qp(),E&&Kt.length>0&&queueMicrotask(On)}i.batch=yc;function qp(){if(he&&(At(),he=!1),Ee&&(Ie(),Ee=!1),Ae){if(cn(d,Ka,nt),cn(d,"top",pt),cn(d,ml,G),cn(d,gl,Ne),cn(v,Ka,nt),cn(v,"top",pt),cn(v,ml,G),cn(v,gl,Ne),cn(f,ml,hn),cn(f,gl,fn),u.width=Yn(hn*Wt),u.height=Yn(fn*Wt),P.forEach(({_el:S,_show:E,_size:N,_pos:k,side:Z})=>{if(S!=null)if(E){let ne=Z===3||Z===0?N:0,fe=Z%2==1;cn(S,fe?"left":"top",k-ne),cn(S,fe?"width":"height",N),cn(S,fe?"top":"left",fe?pt:nt),cn(S,fe?"height":"width",fe?Ne:G),rd(S,fa)}else Oi(S,fa)}),Ea=gs=Ca=q=se=Q=ee=De=C=null,Fe=1,qo(!0),nt!=we||pt!=Ut||G!=Ke||Ne!=it){St(!1);let S=G/Ke,E=Ne/it;if(gt&&!ae&&pe.left>=0){pe.left*=S,pe.top*=E,Pa&&Nr(Pa,Yn(pe.left),0,G,Ne),Ia&&Nr(Ia,0,Yn(pe.top),G,Ne);for(let N=0;N<bt.length;N++){let k=bt[N];k!=null&&(sn[N]*=S,pi[N]*=E,Nr(k,Qi(sn[N]),Qi(pi[N]),G,Ne))}}if(on.show&&!ce&&on.left>=0&&on.width>0){on.left*=S,on.width*=S,on.top*=E,on.height*=E;for(let N in Dh)cn(Na,N,on[N])}we=nt,Ut=pt,Ke=G,it=Ne}ei("setSize"),Ae=!1}hn>0&&fn>0&&(h.clearRect(0,0,u.width,u.height),ei("drawClear"),A.forEach(S=>S()),ei("draw")),on.show&&ce&&(bc(on),ce=!1),gt&&ae&&(ta(null,!0,!1),ae=!1),_e.show&&_e.live&&be&&(Ph(),be=!1),l||(l=!0,i.status=1,ei("ready")),ms=!1,Tn=!1}i.redraw=(S,E)=>{Ee=E||!1,S!==!1?_s(R,U.min,U.max):ai()};function Eh(S,E){let N=M[S];if(N.from==null){if(wn==0){let k=N.range(i,E.min,E.max,S);E.min=k[0],E.max=k[1]}if(E.min>E.max){let k=E.min;E.min=E.max,E.max=k}if(wn>1&&E.min!=null&&E.max!=null&&E.max-E.min<1e-16)return;S==R&&N.distr==2&&wn>0&&(E.min=ur(E.min,e[0]),E.max=ur(E.max,e[0]),E.min==E.max&&E.max++),X[S]=E,he=!0,ai()}}i.setScale=Eh;let Ch,Rh,Pa,Ia,Xp,Yp,Da,La,Zp,$p,an,dn,vs=!1,ri=pe.drag,jn=ri.x,Qn=ri.y;gt&&(pe.x&&(Ch=ji(Ky,v)),pe.y&&(Rh=ji(jy,v)),U.ori==0?(Pa=Ch,Ia=Rh):(Pa=Rh,Ia=Ch),an=pe.left,dn=pe.top);let on=i.select=Gn({show:!0,over:!0,left:0,width:0,top:0,height:0},n.select),Na=on.show?ji(Jy,on.over?v:d):null;function bc(S,E){if(on.show){for(let N in S)on[N]=S[N],N in Dh&&cn(Na,N,S[N]);E!==!1&&ei("setSelect")}}i.setSelect=bc;function qx(S){if(y[S].show)$e&&rd(dt[S],fa);else if($e&&Oi(dt[S],fa),gt){let N=Ue?bt[0]:bt[S];N!=null&&Nr(N,-10,-10,G,Ne)}}function _s(S,E,N){Eh(S,{min:E,max:N})}function Mr(S,E,N,k){E.focus!=null&&Jx(S),E.show!=null&&y.forEach((Z,ne)=>{ne>0&&(S==ne||S==null)&&(Z.show=E.show,qx(ne),r==2?(_s(Z.facets[0].scale,null,null),_s(Z.facets[1].scale,null,null)):_s(Z.scale,null,null),ai())}),N!==!1&&ei("setSeries",S,E),k&&Xo("setSeries",i,S,E)}i.setSeries=Mr;function Xx(S,E){Gn(D[S],E)}function Yx(S,E){S.fill=It(S.fill||null),S.dir=Bt(S.dir,-1),E=E??D.length,D.splice(E,0,S)}function Zx(S){S==null?D.length=0:D.splice(S,1)}i.addBand=Yx,i.setBand=Xx,i.delBand=Zx;function $x(S,E){y[S].alpha=E,gt&&bt[S]!=null&&(bt[S].style.opacity=E),$e&&dt[S]&&(dt[S].style.opacity=E)}let Zr,xs,ea,Ua={focus:!0};function Jx(S){if(S!=ea){let E=S==null,N=Ye.alpha!=1;y.forEach((k,Z)=>{if(r==1||Z>0){let ne=E||Z==0||Z==S;k._focus=E?null:ne,N&&$x(Z,ne?1:Ye.alpha)}}),ea=S,N&&ai()}}$e&&ct&&wt(Eg,qe,S=>{pe._lock||(lt(S),ea!=null&&Mr(null,Ua,!0,kn.setSeries))});function wr(S,E,N){let k=M[E];N&&(S=S/Wt-(k.ori==1?pt:nt));let Z=G;k.ori==1&&(Z=Ne,S=Z-S),k.dir==-1&&(S=Z-S);let ne=k._min,fe=k._max,ye=S/Z,Ce=ne+(fe-ne)*ye,ze=k.distr;return ze==3?eo(10,Ce):ze==4?m4(Ce,k.asinh):ze==100?k.bwd(Ce):Ce}function Kx(S,E){let N=wr(S,R,E);return ur(N,e[0],In,Dn)}i.valToIdx=S=>ur(S,e[0]),i.posToIdx=Kx,i.posToVal=wr,i.valToPos=(S,E,N)=>M[E].ori==0?s(S,M[E],N?K:G,N?L:0):a(S,M[E],N?ge:Ne,N?T:0),i.setCursor=(S,E,N)=>{an=S.left,dn=S.top,ta(null,E,N)};function Jp(S,E){cn(Na,Ka,on.left=S),cn(Na,ml,on.width=E)}function Kp(S,E){cn(Na,"top",on.top=S),cn(Na,gl,on.height=E)}let Vo=U.ori==0?Jp:Kp,Wo=U.ori==1?Jp:Kp;function jx(){if($e&&_e.live)for(let S=r==2?1:0;S<y.length;S++){if(S==0&&Lt)continue;let E=_e.values[S],N=0;for(let k in E)vt[S][N++].firstChild.nodeValue=E[k]}}function Ph(S,E){if(S!=null&&(S.idxs?S.idxs.forEach((N,k)=>{le[k]=N}):x4(S.idx)||le.fill(S.idx),_e.idx=le[0]),$e&&_e.live){for(let N=0;N<y.length;N++)(N>0||r==1&&!Lt)&&Qx(N,le[N]);jx()}be=!1,E!==!1&&ei("setLegend")}i.setLegend=Ph;function Qx(S,E){let N=y[S],k=S==0&&W==2?Pi:e[S],Z;Lt?Z=N.values(i,S,E)??zt:(Z=N.value(i,E==null?null:k[E],S,E),Z=Z==null?zt:{_:Z}),_e.values[S]=Z}function ta(S,E,N){Zp=an,$p=dn,[an,dn]=pe.move(i,an,dn),pe.left=an,pe.top=dn,gt&&(Pa&&Nr(Pa,Yn(an),0,G,Ne),Ia&&Nr(Ia,0,Yn(dn),G,Ne));let k,Z=In>Dn;Zr=tn,xs=null;let ne=U.ori==0?G:Ne,fe=U.ori==1?G:Ne;if(an<0||wn==0||Z){k=pe.idx=null;for(let ye=0;ye<y.length;ye++){let Ce=bt[ye];Ce!=null&&Nr(Ce,-10,-10,G,Ne)}ct&&Mr(null,Ua,!0,S==null&&kn.setSeries),_e.live&&(le.fill(k),be=!0)}else{let ye,Ce,ze;r==1&&(ye=U.ori==0?an:dn,Ce=wr(ye,R),k=pe.idx=ur(Ce,e[0],In,Dn),ze=J(e[0][k],U,ne,0));let Ge=-10,Xe=-10,_t=0,Gt=0,Ft=!0,Rt="",ot="";for(let Qe=r==2?1:0;Qe<y.length;Qe++){let ln=y[Qe],An=le[Qe],ti=An==null?null:r==1?e[Qe][An]:e[Qe][1][An],Qt=pe.dataIdx(i,Qe,k,Ce),En=Qt==null?null:r==1?e[Qe][Qt]:e[Qe][1][Qt];if(be=be||En!=ti||Qt!=An,le[Qe]=Qt,Qe>0&&ln.show){let Ii=Qt==null?-10:Qt==k?ze:J(r==1?e[0][Qt]:e[Qe][0][Qt],U,ne,0),gi=En==null?-10:O(En,r==1?M[ln.scale]:M[ln.facets[1].scale],fe,0);if(ct&&En!=null){let Zi=U.ori==1?an:dn,ar=Zn(Ye.dist(i,Qe,Qt,gi,Zi));if(ar<Zr){let Tr=Ye.bias;if(Tr!=0){let Di=wr(Zi,ln.scale),$i=En>=0?1:-1,or=Di>=0?1:-1;or==$i&&(or==1?Tr==1?En>=Di:En<=Di:Tr==1?En<=Di:En>=Di)&&(Zr=ar,xs=Qe)}else Zr=ar,xs=Qe}}if(be||Ue){let Zi,ar;U.ori==0?(Zi=Ii,ar=gi):(Zi=gi,ar=Ii);let Tr,Di,$i,or,Ar,vi,Li=!0,na=me.bbox;if(na!=null){Li=!1;let _i=na(i,Qe);$i=_i.left,or=_i.top,Tr=_i.width,Di=_i.height}else $i=Zi,or=ar,Tr=Di=me.size(i,Qe);if(vi=me.fill(i,Qe),Ar=me.stroke(i,Qe),Ue)Qe==xs&&Zr<=Ye.prox&&(Ge=$i,Xe=or,_t=Tr,Gt=Di,Ft=Li,Rt=vi,ot=Ar);else{let _i=bt[Qe];_i!=null&&(sn[Qe]=$i,pi[Qe]=or,Ng(_i,Tr,Di,Li),Dg(_i,vi,Ar),Nr(_i,Qi($i),Qi(or),G,Ne))}}}}if(Ue){let Qe=Ye.prox,ln=ea==null?Zr<=Qe:Zr>Qe||xs!=ea;if(be||ln){let An=bt[0];An!=null&&(sn[0]=Ge,pi[0]=Xe,Ng(An,_t,Gt,Ft),Dg(An,Rt,ot),Nr(An,Qi(Ge),Qi(Xe),G,Ne))}}}if(on.show&&vs)if(S!=null){let[ye,Ce]=kn.scales,[ze,Ge]=kn.match,[Xe,_t]=S.cursor.sync.scales,Gt=S.cursor.drag;if(jn=Gt._x,Qn=Gt._y,jn||Qn){let{left:Ft,top:Rt,width:ot,height:Qe}=S.select,ln=S.scales[Xe].ori,An=S.posToVal,ti,Qt,En,Ii,gi,Zi=ye!=null&&ze(ye,Xe),ar=Ce!=null&&Ge(Ce,_t);Zi&&jn?(ln==0?(ti=Ft,Qt=ot):(ti=Rt,Qt=Qe),En=M[ye],Ii=J(An(ti,Xe),En,ne,0),gi=J(An(ti+Qt,Xe),En,ne,0),Vo(hr(Ii,gi),Zn(gi-Ii))):Vo(0,ne),ar&&Qn?(ln==1?(ti=Ft,Qt=ot):(ti=Rt,Qt=Qe),En=M[Ce],Ii=O(An(ti,_t),En,fe,0),gi=O(An(ti+Qt,_t),En,fe,0),Wo(hr(Ii,gi),Zn(gi-Ii))):Wo(0,fe)}else Lh()}else{let ye=Zn(Zp-Xp),Ce=Zn($p-Yp);if(U.ori==1){let _t=ye;ye=Ce,Ce=_t}jn=ri.x&&ye>=ri.dist,Qn=ri.y&&Ce>=ri.dist;let ze=ri.uni;ze!=null?jn&&Qn&&(jn=ye>=ze,Qn=Ce>=ze,!jn&&!Qn&&(Ce>ye?Qn=!0:jn=!0)):ri.x&&ri.y&&(jn||Qn)&&(jn=Qn=!0);let Ge,Xe;jn&&(U.ori==0?(Ge=Da,Xe=an):(Ge=La,Xe=dn),Vo(hr(Ge,Xe),Zn(Xe-Ge)),Qn||Wo(0,fe)),Qn&&(U.ori==1?(Ge=Da,Xe=an):(Ge=La,Xe=dn),Wo(hr(Ge,Xe),Zn(Xe-Ge)),jn||Vo(0,ne)),!jn&&!Qn&&(Vo(0,0),Wo(0,0))}if(ri._x=jn,ri._y=Qn,S==null){if(N){if(lm!=null){let[ye,Ce]=kn.scales;kn.values[0]=ye!=null?wr(U.ori==0?an:dn,ye):null,kn.values[1]=Ce!=null?wr(U.ori==1?an:dn,Ce):null}Xo(Jf,i,an,dn,G,Ne,k)}if(ct){let ye=N&&kn.setSeries,Ce=Ye.prox;ea==null?Zr<=Ce&&Mr(xs,Ua,!0,ye):Zr>Ce?Mr(null,Ua,!0,ye):xs!=ea&&Mr(xs,Ua,!0,ye)}}be&&(_e.idx=k,Ph()),E!==!1&&ei("setCursor")}let ys=null;Object.defineProperty(i,"rect",{get(){return ys==null&&qo(!1),ys}});function qo(S=!1){S?ys=null:(ys=v.getBoundingClientRect(),ei("syncRect",ys))}function jp(S,E,N,k,Z,ne,fe){pe._lock||vs&&S!=null&&S.movementX==0&&S.movementY==0||(Ih(S,E,N,k,Z,ne,fe,!1,S!=null),S!=null?ta(null,!0,!0):ta(E,!0,!1))}function Ih(S,E,N,k,Z,ne,fe,ye,Ce){if(ys==null&&qo(!1),lt(S),S!=null)N=S.clientX-ys.left,k=S.clientY-ys.top;else{if(N<0||k<0){an=-10,dn=-10;return}let[ze,Ge]=kn.scales,Xe=E.cursor.sync,[_t,Gt]=Xe.values,[Ft,Rt]=Xe.scales,[ot,Qe]=kn.match,ln=E.axes[0].side%2==1,An=U.ori==0?G:Ne,ti=U.ori==1?G:Ne,Qt=ln?ne:Z,En=ln?Z:ne,Ii=ln?k:N,gi=ln?N:k;if(Ft!=null?N=ot(ze,Ft)?o(_t,M[ze],An,0):-10:N=An*(Ii/Qt),Rt!=null?k=Qe(Ge,Rt)?o(Gt,M[Ge],ti,0):-10:k=ti*(gi/En),U.ori==1){let Zi=N;N=k,k=Zi}}Ce&&(E==null||E.cursor.event.type==Jf)&&((N<=1||N>=G-1)&&(N=ua(N,G)),(k<=1||k>=Ne-1)&&(k=ua(k,Ne))),ye?(Xp=N,Yp=k,[Da,La]=pe.move(i,N,k)):(an=N,dn=k)}let Dh={width:0,height:0,left:0,top:0};function Lh(){bc(Dh,!1)}let Qp,em,tm,nm;function im(S,E,N,k,Z,ne,fe){vs=!0,jn=Qn=ri._x=ri._y=!1,Ih(S,E,N,k,Z,ne,fe,!0,!1),S!=null&&(wt(Kf,nd,rm,!1),Xo(Tg,i,Da,La,G,Ne,null));let{left:ye,top:Ce,width:ze,height:Ge}=on;Qp=ye,em=Ce,tm=ze,nm=Ge}function rm(S,E,N,k,Z,ne,fe){vs=ri._x=ri._y=!1,Ih(S,E,N,k,Z,ne,fe,!1,!0);let{left:ye,top:Ce,width:ze,height:Ge}=on,Xe=ze>0||Ge>0,_t=Qp!=ye||em!=Ce||tm!=ze||nm!=Ge;if(Xe&&_t&&bc(on),ri.setScale&&Xe&&_t){let Gt=ye,Ft=ze,Rt=Ce,ot=Ge;if(U.ori==1&&(Gt=Ce,Ft=Ge,Rt=ye,ot=ze),jn&&_s(R,wr(Gt,R),wr(Gt+Ft,R)),Qn)for(let Qe in M){let ln=M[Qe];Qe!=R&&ln.from==null&&ln.min!=tn&&_s(Qe,wr(Rt+ot,Qe),wr(Rt,Qe))}Lh()}else pe.lock&&(pe._lock=!pe._lock,ta(E,!0,S!=null));S!=null&&(Pn(Kf,nd),Xo(Kf,i,an,dn,G,Ne,null))}function e2(S,E,N,k,Z,ne,fe){if(pe._lock)return;lt(S);let ye=vs;if(vs){let Ce=!0,ze=!0,Ge=10,Xe,_t;U.ori==0?(Xe=jn,_t=Qn):(Xe=Qn,_t=jn),Xe&&_t&&(Ce=an<=Ge||an>=G-Ge,ze=dn<=Ge||dn>=Ne-Ge),Xe&&Ce&&(an=an<Da?0:G),_t&&ze&&(dn=dn<La?0:Ne),ta(null,!0,!0),vs=!1}an=-10,dn=-10,le.fill(null),ta(null,!0,!0),ye&&(vs=ye)}function sm(S,E,N,k,Z,ne,fe){pe._lock||(lt(S),Go(),Lh(),S!=null&&Xo(Cg,i,an,dn,G,Ne,null))}function am(){P.forEach(Ub),V(i.width,i.height,!0)}da(d0,Qa,am);let Fa={};Fa.mousedown=im,Fa.mousemove=jp,Fa.mouseup=rm,Fa.dblclick=sm,Fa.setSeries=(S,E,N,k)=>{let Z=kn.match[2];N=Z(i,E,N),N!=-1&&Mr(N,k,!0,!1)},gt&&(wt(Tg,v,im),wt(Jf,v,jp),wt(Ag,v,S=>{lt(S),qo(!1)}),wt(Eg,v,e2),wt(Cg,v,sm),ud.add(i),i.syncRect=qo);let Sc=i.hooks=n.hooks||{};function ei(S,E,N){mi?Kt.push([S,E,N]):S in Sc&&Sc[S].forEach(k=>{k.call(null,i,E,N)})}(n.plugins||[]).forEach(S=>{for(let E in S.hooks)Sc[E]=(Sc[E]||[]).concat(S.hooks[E])});let om=(S,E,N)=>N,kn=Gn({key:null,setSeries:!1,filters:{pub:Bg,sub:Bg},scales:[R,y[1]?y[1].scale:null],match:[zg,zg,om],values:[null,null]},pe.sync);kn.match.length==2&&kn.match.push(om),pe.sync=kn;let lm=kn.key,Nh=Fv(lm);function Xo(S,E,N,k,Z,ne,fe){kn.filters.pub(S,E,N,k,Z,ne,fe)&&Nh.pub(S,E,N,k,Z,ne,fe)}Nh.sub(i);function t2(S,E,N,k,Z,ne,fe){kn.filters.sub(S,E,N,k,Z,ne,fe)&&Fa[S](null,E,N,k,Z,ne,fe)}i.pub=t2;function n2(){Nh.unsub(i),ud.delete(i),Rn.clear(),sd(d0,Qa,am),c.remove(),qe?.remove(),ei("destroy")}i.destroy=n2;function Uh(){ei("init",n,e),Ho(e||n.data,!1),X[R]?Eh(R,X[R]):Go(),ce=on.show&&(on.width>0||on.height>0),ae=be=!0,V(n.width,n.height)}return y.forEach(Aa),P.forEach(Wr),t?t instanceof HTMLElement?(t.appendChild(c),Uh()):t(i,Uh):Uh(),i}ci.assign=Gn;ci.fmtNum=vd;ci.rangeNum=p0;ci.rangeLog=v0;ci.rangeAsinh=md;ci.orient=ma;ci.pxRatio=Wt;ci.join=A4;ci.fmtDate=xd,ci.tzDate=O4;ci.sync=Fv;{ci.addGap=xb,ci.clipGaps=y0;let n=ci.paths={points:Gv};n.linear=Wv,n.stepped=Sb,n.bars=Mb,n.spline=Tb}var Hx={};r2(Hx,{BoxGeometry:()=>qs,BufferAttribute:()=>Wi,BufferGeometry:()=>fi,Color:()=>yt,ConeGeometry:()=>Xl,CustomBlending:()=>Ru,CylinderGeometry:()=>Co,DirectionalLight:()=>ic,DoubleSide:()=>nr,Group:()=>Ol,HemisphereLight:()=>ec,InstancedBufferAttribute:()=>ba,InstancedBufferGeometry:()=>rc,InstancedMesh:()=>Gl,LatheGeometry:()=>Yl,LineSegments:()=>Vl,Matrix4:()=>Zt,Mesh:()=>Xi,MeshBasicMaterial:()=>Eo,MeshPhongMaterial:()=>Kl,MeshStandardMaterial:()=>Jl,MinEquation:()=>Pu,OneFactor:()=>Iu,PerspectiveCamera:()=>mr,Quaternion:()=>Ti,Scene:()=>kl,ShaderMaterial:()=>_r,SphereGeometry:()=>Zl,TorusGeometry:()=>$l,Vector2:()=>tt,Vector3:()=>j,WebGLRenderer:()=>Sh});var $s={LEFT:0,MIDDLE:1,RIGHT:2,ROTATE:0,DOLLY:1,PAN:2},Js={ROTATE:0,PAN:1,DOLLY_PAN:2,DOLLY_ROTATE:3},w_=0,ep=1,T_=2;var ac=1,A_=2,Io=3,Ks=0,Ai=1,nr=2,Sa=0,Do=1,tp=2,np=3,ip=4,Ru=5;var Ma=100,E_=101,C_=102,Pu=103,R_=104,P_=200,Iu=201,I_=202,D_=203,rp=204,sp=205,L_=206,N_=207,U_=208,F_=209,O_=210,k_=211,B_=212,z_=213,H_=214,$0=0,J0=1,K0=2,Mo=3,j0=4,Q0=5,eu=6,tu=7,Du=0,G_=1,V_=2,zr=0,ap=1,op=2,lp=3,cp=4,up=5,hp=6,fp=7;var dp=300,wa=301,Lo=302,Lu=303,Nu=304,nu=1e3,Fr=1001,iu=1002,ii=1003,W_=1004;var oc=1005;var wi=1006,Uu=1007;var fs=1008;var ir=1009,pp=1010,mp=1011,No=1012,Fu=1013,Hr=1014,rr=1015,xr=1016,Ou=1017,ku=1018,Uo=1020,gp=35902,vp=35899,_p=1021,xp=1022,ds=1023,Gs=1026,js=1027,Bu=1028,zu=1029,Qs=1030,Hu=1031;var Gu=1033,lc=33776,cc=33777,uc=33778,hc=33779,Vu=35840,Wu=35841,qu=35842,Xu=35843,Yu=36196,Zu=37492,$u=37496,Ju=37488,Ku=37489,fc=37490,ju=37491,Qu=37808,eh=37809,th=37810,nh=37811,ih=37812,rh=37813,sh=37814,ah=37815,oh=37816,lh=37817,ch=37818,uh=37819,hh=37820,fh=37821,dh=36492,ph=36494,mh=36495,gh=36283,vh=36284,dc=36285,_h=36286;var Il=2300,ru=2301,Y0=2302,Yd=2303,Zd=2400,$d=2401,Jd=2402;var q_=3200;var pc=0,X_=1,ps="",Gi="srgb",Dl="srgb-linear",Ll="linear",Yt="srgb";var Z0=7680;var Y_=519,Z_=512,$_=513,J_=514,yp=515,K_=516,j_=517,bp=518,Sp=519,Q_=35044;var Mp="300 es",tr=2e3,wo=2001;function Fb(n){for(let e=n.length-1;e>=0;--e)if(n[e]>=65535)return!0;return!1}function Ob(n){return ArrayBuffer.isView(n)&&!(n instanceof DataView)}function Nl(n){return document.createElementNS("http://www.w3.org/1999/xhtml",n)}function ex(){let n=Nl("canvas");return n.style.display="block",n}var Zv={},To=null;function wp(...n){let e="THREE."+n.shift();To?To("log",e,...n):console.log(e,...n)}function tx(n){let e=n[0];if(typeof e=="string"&&e.startsWith("TSL:")){let t=n[1];t&&t.isStackTrace?n[0]+=" "+t.getLocation():n[1]='Stack trace not available. Enable "THREE.Node.captureStackTrace" to capture stack traces.'}return n}function st(...n){n=tx(n);let e="THREE."+n.shift();if(To)To("warn",e,...n);else{let t=n[0];t&&t.isStackTrace?console.warn(t.getError(e)):console.warn(e,...n)}}function ft(...n){n=tx(n);let e="THREE."+n.shift();if(To)To("error",e,...n);else{let t=n[0];t&&t.isStackTrace?console.error(t.getError(e)):console.error(e,...n)}}function Cl(...n){let e=n.join(" ");e in Zv||(Zv[e]=!0,st(...n))}function nx(n,e,t){return new Promise(function(i,r){function s(){switch(n.clientWaitSync(e,n.SYNC_FLUSH_COMMANDS_BIT,0)){case n.WAIT_FAILED:r();break;case n.TIMEOUT_EXPIRED:setTimeout(s,t);break;default:i()}}setTimeout(s,t)})}var ix={[$0]:$0,[K0]:eu,[j0]:j0,[Mo]:Q0,[J0]:J0,[eu]:K0,[tu]:tu,[Q0]:Mo},gr=class{addEventListener(e,t){this._listeners===void 0&&(this._listeners={});let i=this._listeners;i[e]===void 0&&(i[e]=[]),i[e].indexOf(t)===-1&&i[e].push(t)}hasEventListener(e,t){let i=this._listeners;return i===void 0?!1:i[e]!==void 0&&i[e].indexOf(t)!==-1}removeEventListener(e,t){let i=this._listeners;if(i===void 0)return;let r=i[e];if(r!==void 0){let s=r.indexOf(t);s!==-1&&r.splice(s,1)}}dispatchEvent(e){let t=this._listeners;if(t===void 0)return;let i=t[e.type];if(i!==void 0){e.target=this;let r=i.slice(0);for(let s=0,a=r.length;s<a;s++)r[s].call(this,e);e.target=null}}},ui=["00","01","02","03","04","05","06","07","08","09","0a","0b","0c","0d","0e","0f","10","11","12","13","14","15","16","17","18","19","1a","1b","1c","1d","1e","1f","20","21","22","23","24","25","26","27","28","29","2a","2b","2c","2d","2e","2f","30","31","32","33","34","35","36","37","38","39","3a","3b","3c","3d","3e","3f","40","41","42","43","44","45","46","47","48","49","4a","4b","4c","4d","4e","4f","50","51","52","53","54","55","56","57","58","59","5a","5b","5c","5d","5e","5f","60","61","62","63","64","65","66","67","68","69","6a","6b","6c","6d","6e","6f","70","71","72","73","74","75","76","77","78","79","7a","7b","7c","7d","7e","7f","80","81","82","83","84","85","86","87","88","89","8a","8b","8c","8d","8e","8f","90","91","92","93","94","95","96","97","98","99","9a","9b","9c","9d","9e","9f","a0","a1","a2","a3","a4","a5","a6","a7","a8","a9","aa","ab","ac","ad","ae","af","b0","b1","b2","b3","b4","b5","b6","b7","b8","b9","ba","bb","bc","bd","be","bf","c0","c1","c2","c3","c4","c5","c6","c7","c8","c9","ca","cb","cc","cd","ce","cf","d0","d1","d2","d3","d4","d5","d6","d7","d8","d9","da","db","dc","dd","de","df","e0","e1","e2","e3","e4","e5","e6","e7","e8","e9","ea","eb","ec","ed","ee","ef","f0","f1","f2","f3","f4","f5","f6","f7","f8","f9","fa","fb","fc","fd","fe","ff"],$v=1234567,Rl=Math.PI/180,su=180/Math.PI;function Fo(){let n=Math.random()*4294967295|0,e=Math.random()*4294967295|0,t=Math.random()*4294967295|0,i=Math.random()*4294967295|0;return(ui[n&255]+ui[n>>8&255]+ui[n>>16&255]+ui[n>>24&255]+"-"+ui[e&255]+ui[e>>8&255]+"-"+ui[e>>16&15|64]+ui[e>>24&255]+"-"+ui[t&63|128]+ui[t>>8&255]+"-"+ui[t>>16&255]+ui[t>>24&255]+ui[i&255]+ui[i>>8&255]+ui[i>>16&255]+ui[i>>24&255]).toLowerCase()}function Tt(n,e,t){return Math.max(e,Math.min(t,n))}function Tp(n,e){return(n%e+e)%e}function kb(n,e,t,i,r){return i+(n-e)*(r-i)/(t-e)}function Bb(n,e,t){return n!==e?(t-n)/(e-n):0}function Pl(n,e,t){return(1-t)*n+t*e}function zb(n,e,t,i){return Pl(n,e,1-Math.exp(-t*i))}function Hb(n,e=1){return e-Math.abs(Tp(n,e*2)-e)}function Gb(n,e,t){return n<=e?0:n>=t?1:(n=(n-e)/(t-e),n*n*(3-2*n))}function Vb(n,e,t){return n<=e?0:n>=t?1:(n=(n-e)/(t-e),n*n*n*(n*(n*6-15)+10))}function Wb(n,e){return n+Math.floor(Math.random()*(e-n+1))}function qb(n,e){return n+Math.random()*(e-n)}function Xb(n){return n*(.5-Math.random())}function Yb(n){n!==void 0&&($v=n);let e=$v+=1831565813;return e=Math.imul(e^e>>>15,e|1),e^=e+Math.imul(e^e>>>7,e|61),((e^e>>>14)>>>0)/4294967296}function Zb(n){return n*Rl}function $b(n){return n*su}function Jb(n){return n>0&&Number.isInteger(n)&&2**Math.round(Math.log2(n))===n}function Kb(n){return Math.pow(2,Math.ceil(Math.log(n)/Math.LN2))}function Ap(n){return Math.pow(2,Math.floor(Math.log(n)/Math.LN2))}function jb(n,e,t,i,r){let s=Math.cos,a=Math.sin,o=s(t/2),l=a(t/2),c=s((e+i)/2),u=a((e+i)/2),h=s((e-i)/2),f=a((e-i)/2),d=s((i-e)/2),v=a((i-e)/2);switch(r){case"XYX":n.set(o*u,l*h,l*f,o*c);break;case"YZY":n.set(l*f,o*u,l*h,o*c);break;case"ZXZ":n.set(l*h,l*f,o*u,o*c);break;case"XZX":n.set(o*u,l*v,l*d,o*c);break;case"YXY":n.set(l*d,o*u,l*v,o*c);break;case"ZYZ":n.set(l*v,l*d,o*u,o*c);break;default:st("MathUtils: .setQuaternionFromProperEuler() encountered an unknown order: "+r)}}function Ep(n){switch(n.constructor){case Uint32Array:return 4294967295;case Uint16Array:return 65535;case Uint8Array:case Uint8ClampedArray:return 255;case Int32Array:return 2147483647;case Int16Array:return 32767;case Int8Array:return 127;default:return}}function rx(n,e){if(e.constructor===Float32Array)return n;let t=Ep(e);if(t===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.max(n/t,-1)}function sx(n,e){if(e.constructor===Float32Array)return n;let t=Ep(e);if(t===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.round(n*t)}var Cp={DEG2RAD:Rl,RAD2DEG:su,generateUUID:Fo,clamp:Tt,euclideanModulo:Tp,mapLinear:kb,inverseLerp:Bb,lerp:Pl,damp:zb,pingpong:Hb,smoothstep:Gb,smootherstep:Vb,randInt:Wb,randFloat:qb,randFloatSpread:Xb,seededRandom:Yb,degToRad:Zb,radToDeg:$b,isPowerOfTwo:Jb,ceilPowerOfTwo:Kb,floorPowerOfTwo:Ap,setQuaternionFromProperEuler:jb,normalize:sx,denormalize:rx},tt=class{static{this.prototype.isVector2=!0}constructor(e=0,t=0){this.x=e,this.y=t}get width(){return this.x}set width(e){this.x=e}get height(){return this.y}set height(e){this.y=e}set(e,t){return this.x=e,this.y=t,this}setScalar(e){return this.x=e,this.y=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;default:throw new Error("THREE.Vector2: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;default:throw new Error("THREE.Vector2: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y)}copy(e){return this.x=e.x,this.y=e.y,this}add(e){return this.x+=e.x,this.y+=e.y,this}addScalar(e){return this.x+=e,this.y+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this}subScalar(e){return this.x-=e,this.y-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this}multiply(e){return this.x*=e.x,this.y*=e.y,this}multiplyScalar(e){return this.x*=e,this.y*=e,this}divide(e){return this.x/=e.x,this.y/=e.y,this}divideScalar(e){return this.multiplyScalar(1/e)}applyMatrix3(e){let t=this.x,i=this.y,r=e.elements;return this.x=r[0]*t+r[3]*i+r[6],this.y=r[1]*t+r[4]*i+r[7],this}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this}clamp(e,t){return this.x=Tt(this.x,e.x,t.x),this.y=Tt(this.y,e.y,t.y),this}clampScalar(e,t){return this.x=Tt(this.x,e,t),this.y=Tt(this.y,e,t),this}clampLength(e,t){let i=this.length();return this.divideScalar(i||1).multiplyScalar(Tt(i,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this}negate(){return this.x=-this.x,this.y=-this.y,this}dot(e){return this.x*e.x+this.y*e.y}cross(e){return this.x*e.y-this.y*e.x}lengthSq(){return this.x*this.x+this.y*this.y}length(){return Math.sqrt(this.x*this.x+this.y*this.y)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)}normalize(){return this.divideScalar(this.length()||1)}angle(){return Math.atan2(-this.y,-this.x)+Math.PI}angleTo(e){let t=Math.sqrt(this.lengthSq()*e.lengthSq());if(t===0)return Math.PI/2;let i=this.dot(e)/t;return Math.acos(Tt(i,-1,1))}distanceTo(e){return Math.sqrt(this.distanceToSquared(e))}distanceToSquared(e){let t=this.x-e.x,i=this.y-e.y;return t*t+i*i}manhattanDistanceTo(e){return Math.abs(this.x-e.x)+Math.abs(this.y-e.y)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this}lerpVectors(e,t,i){return this.x=e.x+(t.x-e.x)*i,this.y=e.y+(t.y-e.y)*i,this}equals(e){return e.x===this.x&&e.y===this.y}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this}rotateAround(e,t){let i=Math.cos(t),r=Math.sin(t),s=this.x-e.x,a=this.y-e.y;return this.x=s*i-a*r+e.x,this.y=s*r+a*i+e.y,this}random(){return this.x=Math.random(),this.y=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y}},Ti=class{constructor(e=0,t=0,i=0,r=1){this.isQuaternion=!0,this._x=e,this._y=t,this._z=i,this._w=r}static slerpFlat(e,t,i,r,s,a,o){let l=i[r+0],c=i[r+1],u=i[r+2],h=i[r+3],f=s[a+0],d=s[a+1],v=s[a+2],b=s[a+3];if(h!==b||l!==f||c!==d||u!==v){let g=l*f+c*d+u*v+h*b;g<0&&(f=-f,d=-d,v=-v,b=-b,g=-g);let m=1-o;if(g<.9995){let y=Math.acos(g),P=Math.sin(y);m=Math.sin(m*y)/P,o=Math.sin(o*y)/P,l=l*m+f*o,c=c*m+d*o,u=u*m+v*o,h=h*m+b*o}else{l=l*m+f*o,c=c*m+d*o,u=u*m+v*o,h=h*m+b*o;let y=1/Math.sqrt(l*l+c*c+u*u+h*h);l*=y,c*=y,u*=y,h*=y}}e[t]=l,e[t+1]=c,e[t+2]=u,e[t+3]=h}static multiplyQuaternionsFlat(e,t,i,r,s,a){let o=i[r],l=i[r+1],c=i[r+2],u=i[r+3],h=s[a],f=s[a+1],d=s[a+2],v=s[a+3];return e[t]=o*v+u*h+l*d-c*f,e[t+1]=l*v+u*f+c*h-o*d,e[t+2]=c*v+u*d+o*f-l*h,e[t+3]=u*v-o*h-l*f-c*d,e}get x(){return this._x}set x(e){this._x=e,this._onChangeCallback()}get y(){return this._y}set y(e){this._y=e,this._onChangeCallback()}get z(){return this._z}set z(e){this._z=e,this._onChangeCallback()}get w(){return this._w}set w(e){this._w=e,this._onChangeCallback()}set(e,t,i,r){return this._x=e,this._y=t,this._z=i,this._w=r,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._w)}copy(e){return this._x=e.x,this._y=e.y,this._z=e.z,this._w=e.w,this._onChangeCallback(),this}setFromEuler(e,t=!0){let i=e._x,r=e._y,s=e._z,a=e._order,o=Math.cos,l=Math.sin,c=o(i/2),u=o(r/2),h=o(s/2),f=l(i/2),d=l(r/2),v=l(s/2);switch(a){case"XYZ":this._x=f*u*h+c*d*v,this._y=c*d*h-f*u*v,this._z=c*u*v+f*d*h,this._w=c*u*h-f*d*v;break;case"YXZ":this._x=f*u*h+c*d*v,this._y=c*d*h-f*u*v,this._z=c*u*v-f*d*h,this._w=c*u*h+f*d*v;break;case"ZXY":this._x=f*u*h-c*d*v,this._y=c*d*h+f*u*v,this._z=c*u*v+f*d*h,this._w=c*u*h-f*d*v;break;case"ZYX":this._x=f*u*h-c*d*v,this._y=c*d*h+f*u*v,this._z=c*u*v-f*d*h,this._w=c*u*h+f*d*v;break;case"YZX":this._x=f*u*h+c*d*v,this._y=c*d*h+f*u*v,this._z=c*u*v-f*d*h,this._w=c*u*h-f*d*v;break;case"XZY":this._x=f*u*h-c*d*v,this._y=c*d*h-f*u*v,this._z=c*u*v+f*d*h,this._w=c*u*h+f*d*v;break;default:st("Quaternion: .setFromEuler() encountered an unknown order: "+a)}return t===!0&&this._onChangeCallback(),this}setFromAxisAngle(e,t){let i=t/2,r=Math.sin(i);return this._x=e.x*r,this._y=e.y*r,this._z=e.z*r,this._w=Math.cos(i),this._onChangeCallback(),this}setFromRotationMatrix(e){let t=e.elements,i=t[0],r=t[4],s=t[8],a=t[1],o=t[5],l=t[9],c=t[2],u=t[6],h=t[10],f=i+o+h;if(f>0){let d=.5/Math.sqrt(f+1);this._w=.25/d,this._x=(u-l)*d,this._y=(s-c)*d,this._z=(a-r)*d}else if(i>o&&i>h){let d=2*Math.sqrt(1+i-o-h);this._w=(u-l)/d,this._x=.25*d,this._y=(r+a)/d,this._z=(s+c)/d}else if(o>h){let d=2*Math.sqrt(1+o-i-h);this._w=(s-c)/d,this._x=(r+a)/d,this._y=.25*d,this._z=(l+u)/d}else{let d=2*Math.sqrt(1+h-i-o);this._w=(a-r)/d,this._x=(s+c)/d,this._y=(l+u)/d,this._z=.25*d}return this._onChangeCallback(),this}setFromUnitVectors(e,t){let i=e.dot(t)+1;return i<1e-8?(i=0,Math.abs(e.x)>Math.abs(e.z)?(this._x=-e.y,this._y=e.x,this._z=0,this._w=i):(this._x=0,this._y=-e.z,this._z=e.y,this._w=i)):(this._x=e.y*t.z-e.z*t.y,this._y=e.z*t.x-e.x*t.z,this._z=e.x*t.y-e.y*t.x,this._w=i),this.normalize()}angleTo(e){return 2*Math.acos(Math.abs(Tt(this.dot(e),-1,1)))}rotateTowards(e,t){let i=this.angleTo(e);if(i===0)return this;let r=Math.min(1,t/i);return this.slerp(e,r),this}identity(){return this.set(0,0,0,1)}invert(){return this.conjugate()}conjugate(){return this._x*=-1,this._y*=-1,this._z*=-1,this._onChangeCallback(),this}dot(e){return this._x*e._x+this._y*e._y+this._z*e._z+this._w*e._w}lengthSq(){return this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w}length(){return Math.sqrt(this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w)}normalize(){let e=this.length();return e===0?(this._x=0,this._y=0,this._z=0,this._w=1):(e=1/e,this._x=this._x*e,this._y=this._y*e,this._z=this._z*e,this._w=this._w*e),this._onChangeCallback(),this}multiply(e){return this.multiplyQuaternions(this,e)}premultiply(e){return this.multiplyQuaternions(e,this)}multiplyQuaternions(e,t){let i=e._x,r=e._y,s=e._z,a=e._w,o=t._x,l=t._y,c=t._z,u=t._w;return this._x=i*u+a*o+r*c-s*l,this._y=r*u+a*l+s*o-i*c,this._z=s*u+a*c+i*l-r*o,this._w=a*u-i*o-r*l-s*c,this._onChangeCallback(),this}slerp(e,t){let i=e._x,r=e._y,s=e._z,a=e._w,o=this.dot(e);o<0&&(i=-i,r=-r,s=-s,a=-a,o=-o);let l=1-t;if(o<.9995){let c=Math.acos(o),u=Math.sin(c);l=Math.sin(l*c)/u,t=Math.sin(t*c)/u,this._x=this._x*l+i*t,this._y=this._y*l+r*t,this._z=this._z*l+s*t,this._w=this._w*l+a*t,this._onChangeCallback()}else this._x=this._x*l+i*t,this._y=this._y*l+r*t,this._z=this._z*l+s*t,this._w=this._w*l+a*t,this.normalize();return this}slerpQuaternions(e,t,i){return this.copy(e).slerp(t,i)}random(){let e=2*Math.PI*Math.random(),t=2*Math.PI*Math.random(),i=Math.random(),r=Math.sqrt(1-i),s=Math.sqrt(i);return this.set(r*Math.sin(e),r*Math.cos(e),s*Math.sin(t),s*Math.cos(t))}equals(e){return e._x===this._x&&e._y===this._y&&e._z===this._z&&e._w===this._w}fromArray(e,t=0){return this._x=e[t],this._y=e[t+1],this._z=e[t+2],this._w=e[t+3],this._onChangeCallback(),this}toArray(e=[],t=0){return e[t]=this._x,e[t+1]=this._y,e[t+2]=this._z,e[t+3]=this._w,e}fromBufferAttribute(e,t){return this._x=e.getX(t),this._y=e.getY(t),this._z=e.getZ(t),this._w=e.getW(t),this._onChangeCallback(),this}toJSON(){return this.toArray()}_onChange(e){return this._onChangeCallback=e,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._w}},j=class{static{this.prototype.isVector3=!0}constructor(e=0,t=0,i=0){this.x=e,this.y=t,this.z=i}set(e,t,i){return i===void 0&&(i=this.z),this.x=e,this.y=t,this.z=i,this}setScalar(e){return this.x=e,this.y=e,this.z=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setZ(e){return this.z=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;case 2:this.z=t;break;default:throw new Error("THREE.Vector3: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;case 2:return this.z;default:throw new Error("THREE.Vector3: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y,this.z)}copy(e){return this.x=e.x,this.y=e.y,this.z=e.z,this}add(e){return this.x+=e.x,this.y+=e.y,this.z+=e.z,this}addScalar(e){return this.x+=e,this.y+=e,this.z+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this.z=e.z+t.z,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this.z+=e.z*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this.z-=e.z,this}subScalar(e){return this.x-=e,this.y-=e,this.z-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this.z=e.z-t.z,this}multiply(e){return this.x*=e.x,this.y*=e.y,this.z*=e.z,this}multiplyScalar(e){return this.x*=e,this.y*=e,this.z*=e,this}multiplyVectors(e,t){return this.x=e.x*t.x,this.y=e.y*t.y,this.z=e.z*t.z,this}applyEuler(e){return this.applyQuaternion(Jv.setFromEuler(e))}applyAxisAngle(e,t){return this.applyQuaternion(Jv.setFromAxisAngle(e,t))}applyMatrix3(e){let t=this.x,i=this.y,r=this.z,s=e.elements;return this.x=s[0]*t+s[3]*i+s[6]*r,this.y=s[1]*t+s[4]*i+s[7]*r,this.z=s[2]*t+s[5]*i+s[8]*r,this}applyNormalMatrix(e){return this.applyMatrix3(e).normalize()}applyMatrix4(e){let t=this.x,i=this.y,r=this.z,s=e.elements,a=1/(s[3]*t+s[7]*i+s[11]*r+s[15]);return this.x=(s[0]*t+s[4]*i+s[8]*r+s[12])*a,this.y=(s[1]*t+s[5]*i+s[9]*r+s[13])*a,this.z=(s[2]*t+s[6]*i+s[10]*r+s[14])*a,this}applyQuaternion(e){let t=this.x,i=this.y,r=this.z,s=e.x,a=e.y,o=e.z,l=e.w,c=2*(a*r-o*i),u=2*(o*t-s*r),h=2*(s*i-a*t);return this.x=t+l*c+a*h-o*u,this.y=i+l*u+o*c-s*h,this.z=r+l*h+s*u-a*c,this}project(e){return this.applyMatrix4(e.matrixWorldInverse).applyMatrix4(e.projectionMatrix)}unproject(e){return this.applyMatrix4(e.projectionMatrixInverse).applyMatrix4(e.matrixWorld)}transformDirection(e){let t=this.x,i=this.y,r=this.z,s=e.elements;return this.x=s[0]*t+s[4]*i+s[8]*r,this.y=s[1]*t+s[5]*i+s[9]*r,this.z=s[2]*t+s[6]*i+s[10]*r,this.normalize()}divide(e){return this.x/=e.x,this.y/=e.y,this.z/=e.z,this}divideScalar(e){return this.multiplyScalar(1/e)}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this.z=Math.min(this.z,e.z),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this.z=Math.max(this.z,e.z),this}clamp(e,t){return this.x=Tt(this.x,e.x,t.x),this.y=Tt(this.y,e.y,t.y),this.z=Tt(this.z,e.z,t.z),this}clampScalar(e,t){return this.x=Tt(this.x,e,t),this.y=Tt(this.y,e,t),this.z=Tt(this.z,e,t),this}clampLength(e,t){let i=this.length();return this.divideScalar(i||1).multiplyScalar(Tt(i,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this}dot(e){return this.x*e.x+this.y*e.y+this.z*e.z}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)}normalize(){return this.divideScalar(this.length()||1)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this.z+=(e.z-this.z)*t,this}lerpVectors(e,t,i){return this.x=e.x+(t.x-e.x)*i,this.y=e.y+(t.y-e.y)*i,this.z=e.z+(t.z-e.z)*i,this}cross(e){return this.crossVectors(this,e)}crossVectors(e,t){let i=e.x,r=e.y,s=e.z,a=t.x,o=t.y,l=t.z;return this.x=r*l-s*o,this.y=s*a-i*l,this.z=i*o-r*a,this}projectOnVector(e){let t=e.lengthSq();if(t===0)return this.set(0,0,0);let i=e.dot(this)/t;return this.copy(e).multiplyScalar(i)}projectOnPlane(e){return Ad.copy(this).projectOnVector(e),this.sub(Ad)}reflect(e){return this.sub(Ad.copy(e).multiplyScalar(2*this.dot(e)))}angleTo(e){let t=Math.sqrt(this.lengthSq()*e.lengthSq());if(t===0)return Math.PI/2;let i=this.dot(e)/t;return Math.acos(Tt(i,-1,1))}distanceTo(e){return Math.sqrt(this.distanceToSquared(e))}distanceToSquared(e){let t=this.x-e.x,i=this.y-e.y,r=this.z-e.z;return t*t+i*i+r*r}manhattanDistanceTo(e){return Math.abs(this.x-e.x)+Math.abs(this.y-e.y)+Math.abs(this.z-e.z)}setFromSpherical(e){return this.setFromSphericalCoords(e.radius,e.phi,e.theta)}setFromSphericalCoords(e,t,i){let r=Math.sin(t)*e;return this.x=r*Math.sin(i),this.y=Math.cos(t)*e,this.z=r*Math.cos(i),this}setFromCylindrical(e){return this.setFromCylindricalCoords(e.radius,e.theta,e.y)}setFromCylindricalCoords(e,t,i){return this.x=e*Math.sin(t),this.y=i,this.z=e*Math.cos(t),this}setFromMatrixPosition(e){let t=e.elements;return this.x=t[12],this.y=t[13],this.z=t[14],this}setFromMatrixScale(e){let t=this.setFromMatrixColumn(e,0).length(),i=this.setFromMatrixColumn(e,1).length(),r=this.setFromMatrixColumn(e,2).length();return this.x=t,this.y=i,this.z=r,this}setFromMatrixColumn(e,t){return this.fromArray(e.elements,t*4)}setFromMatrix3Column(e,t){return this.fromArray(e.elements,t*3)}setFromEuler(e){return this.x=e._x,this.y=e._y,this.z=e._z,this}setFromColor(e){return this.x=e.r,this.y=e.g,this.z=e.b,this}equals(e){return e.x===this.x&&e.y===this.y&&e.z===this.z}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this.z=e[t+2],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e[t+2]=this.z,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this.z=e.getZ(t),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this}randomDirection(){let e=Math.random()*Math.PI*2,t=Math.random()*2-1,i=Math.sqrt(1-t*t);return this.x=i*Math.cos(e),this.y=t,this.z=i*Math.sin(e),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z}},Ad=new j,Jv=new Ti,mt=class{static{this.prototype.isMatrix3=!0}constructor(e,t,i,r,s,a,o,l,c){this.elements=[1,0,0,0,1,0,0,0,1],e!==void 0&&this.set(e,t,i,r,s,a,o,l,c)}set(e,t,i,r,s,a,o,l,c){let u=this.elements;return u[0]=e,u[1]=r,u[2]=o,u[3]=t,u[4]=s,u[5]=l,u[6]=i,u[7]=a,u[8]=c,this}identity(){return this.set(1,0,0,0,1,0,0,0,1),this}copy(e){let t=this.elements,i=e.elements;return t[0]=i[0],t[1]=i[1],t[2]=i[2],t[3]=i[3],t[4]=i[4],t[5]=i[5],t[6]=i[6],t[7]=i[7],t[8]=i[8],this}extractBasis(e,t,i){return e.setFromMatrix3Column(this,0),t.setFromMatrix3Column(this,1),i.setFromMatrix3Column(this,2),this}setFromMatrix4(e){let t=e.elements;return this.set(t[0],t[4],t[8],t[1],t[5],t[9],t[2],t[6],t[10]),this}multiply(e){return this.multiplyMatrices(this,e)}premultiply(e){return this.multiplyMatrices(e,this)}multiplyMatrices(e,t){let i=e.elements,r=t.elements,s=this.elements,a=i[0],o=i[3],l=i[6],c=i[1],u=i[4],h=i[7],f=i[2],d=i[5],v=i[8],b=r[0],g=r[3],m=r[6],y=r[1],P=r[4],M=r[7],D=r[2],R=r[5],x=r[8];return s[0]=a*b+o*y+l*D,s[3]=a*g+o*P+l*R,s[6]=a*m+o*M+l*x,s[1]=c*b+u*y+h*D,s[4]=c*g+u*P+h*R,s[7]=c*m+u*M+h*x,s[2]=f*b+d*y+v*D,s[5]=f*g+d*P+v*R,s[8]=f*m+d*M+v*x,this}multiplyScalar(e){let t=this.elements;return t[0]*=e,t[3]*=e,t[6]*=e,t[1]*=e,t[4]*=e,t[7]*=e,t[2]*=e,t[5]*=e,t[8]*=e,this}determinant(){let e=this.elements,t=e[0],i=e[1],r=e[2],s=e[3],a=e[4],o=e[5],l=e[6],c=e[7],u=e[8];return t*a*u-t*o*c-i*s*u+i*o*l+r*s*c-r*a*l}invert(){let e=this.elements,t=e[0],i=e[1],r=e[2],s=e[3],a=e[4],o=e[5],l=e[6],c=e[7],u=e[8],h=u*a-o*c,f=o*l-u*s,d=c*s-a*l,v=t*h+i*f+r*d;if(v===0)return this.set(0,0,0,0,0,0,0,0,0);let b=1/v;return e[0]=h*b,e[1]=(r*c-u*i)*b,e[2]=(o*i-r*a)*b,e[3]=f*b,e[4]=(u*t-r*l)*b,e[5]=(r*s-o*t)*b,e[6]=d*b,e[7]=(i*l-c*t)*b,e[8]=(a*t-i*s)*b,this}transpose(){let e,t=this.elements;return e=t[1],t[1]=t[3],t[3]=e,e=t[2],t[2]=t[6],t[6]=e,e=t[5],t[5]=t[7],t[7]=e,this}getNormalMatrix(e){return this.setFromMatrix4(e).invert().transpose()}transposeIntoArray(e){let t=this.elements;return e[0]=t[0],e[1]=t[3],e[2]=t[6],e[3]=t[1],e[4]=t[4],e[5]=t[7],e[6]=t[2],e[7]=t[5],e[8]=t[8],this}setUvTransform(e,t,i,r,s,a,o){let l=Math.cos(s),c=Math.sin(s);return this.set(i*l,i*c,-i*(l*a+c*o)+a+e,-r*c,r*l,-r*(-c*a+l*o)+o+t,0,0,1),this}scale(e,t){return Cl("Matrix3: .scale() is deprecated. Use .makeScale() instead."),this.premultiply(Ed.makeScale(e,t)),this}rotate(e){return Cl("Matrix3: .rotate() is deprecated. Use .makeRotation() instead."),this.premultiply(Ed.makeRotation(-e)),this}translate(e,t){return Cl("Matrix3: .translate() is deprecated. Use .makeTranslation() instead."),this.premultiply(Ed.makeTranslation(e,t)),this}makeTranslation(e,t){return e.isVector2?this.set(1,0,e.x,0,1,e.y,0,0,1):this.set(1,0,e,0,1,t,0,0,1),this}makeRotation(e){let t=Math.cos(e),i=Math.sin(e);return this.set(t,-i,0,i,t,0,0,0,1),this}makeScale(e,t){return this.set(e,0,0,0,t,0,0,0,1),this}equals(e){let t=this.elements,i=e.elements;for(let r=0;r<9;r++)if(t[r]!==i[r])return!1;return!0}fromArray(e,t=0){for(let i=0;i<9;i++)this.elements[i]=e[i+t];return this}toArray(e=[],t=0){let i=this.elements;return e[t]=i[0],e[t+1]=i[1],e[t+2]=i[2],e[t+3]=i[3],e[t+4]=i[4],e[t+5]=i[5],e[t+6]=i[6],e[t+7]=i[7],e[t+8]=i[8],e}clone(){return new this.constructor().fromArray(this.elements)}},Ed=new mt,Kv=new mt().set(.4123908,.3575843,.1804808,.212639,.7151687,.0721923,.0193308,.1191948,.9505322),jv=new mt().set(3.2409699,-1.5373832,-.4986108,-.9692436,1.8759675,.0415551,.0556301,-.203977,1.0569715);function Qb(){let n={enabled:!0,workingColorSpace:Dl,spaces:{},convert:function(r,s,a){return this.enabled===!1||s===a||!s||!a||(this.spaces[s].transfer===Yt&&(r.r=us(r.r),r.g=us(r.g),r.b=us(r.b)),this.spaces[s].primaries!==this.spaces[a].primaries&&(r.applyMatrix3(this.spaces[s].toXYZ),r.applyMatrix3(this.spaces[a].fromXYZ)),this.spaces[a].transfer===Yt&&(r.r=So(r.r),r.g=So(r.g),r.b=So(r.b))),r},workingToColorSpace:function(r,s){return this.convert(r,this.workingColorSpace,s)},colorSpaceToWorking:function(r,s){return this.convert(r,s,this.workingColorSpace)},getPrimaries:function(r){return this.spaces[r].primaries},getTransfer:function(r){return r===ps?Ll:this.spaces[r].transfer},getToneMappingMode:function(r){return this.spaces[r].outputColorSpaceConfig.toneMappingMode||"standard"},getLuminanceCoefficients:function(r,s=this.workingColorSpace){return r.fromArray(this.spaces[s].luminanceCoefficients)},define:function(r){Object.assign(this.spaces,r)},_getMatrix:function(r,s,a){return r.copy(this.spaces[a].fromXYZ).multiply(this.spaces[s].toXYZ)},_getDrawingBufferColorSpace:function(r){return this.spaces[r].outputColorSpaceConfig.drawingBufferColorSpace},_getUnpackColorSpace:function(r=this.workingColorSpace){return this.spaces[r].workingColorSpaceConfig.unpackColorSpace}},e=[.64,.33,.3,.6,.15,.06],t=[.2126,.7152,.0722],i=[.3127,.329];return n.define({[Dl]:{primaries:e,whitePoint:i,transfer:Ll,toXYZ:Kv,fromXYZ:jv,luminanceCoefficients:t,workingColorSpaceConfig:{unpackColorSpace:Gi},outputColorSpaceConfig:{drawingBufferColorSpace:Gi}},[Gi]:{primaries:e,whitePoint:i,transfer:Yt,toXYZ:Kv,fromXYZ:jv,luminanceCoefficients:t,outputColorSpaceConfig:{drawingBufferColorSpace:Gi}}}),n}var Dt=Qb();function us(n){return n<.04045?n*.0773993808:Math.pow(n*.9478672986+.0521327014,2.4)}function So(n){return n<.0031308?n*12.92:1.055*Math.pow(n,.41666)-.055}var oo,au=class{static getDataURL(e,t="image/png"){if(/^data:/i.test(e.src)||typeof HTMLCanvasElement>"u")return e.src;let i;if(e instanceof HTMLCanvasElement)i=e;else{oo===void 0&&(oo=Nl("canvas")),oo.width=e.width,oo.height=e.height;let r=oo.getContext("2d");e instanceof ImageData?r.putImageData(e,0,0):r.drawImage(e,0,0,e.width,e.height),i=oo}return i.toDataURL(t)}static sRGBToLinear(e){if(typeof HTMLImageElement<"u"&&e instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&e instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&e instanceof ImageBitmap){let t=Nl("canvas");t.width=e.width,t.height=e.height;let i=t.getContext("2d");i.drawImage(e,0,0,e.width,e.height);let r=i.getImageData(0,0,e.width,e.height),s=r.data;for(let a=0;a<s.length;a++)s[a]=us(s[a]/255)*255;return i.putImageData(r,0,0),t}else if(e.data){let t=e.data.slice(0);for(let i=0;i<t.length;i++)t instanceof Uint8Array||t instanceof Uint8ClampedArray?t[i]=Math.floor(us(t[i]/255)*255):t[i]=us(t[i]);return{data:t,width:e.width,height:e.height}}else return st("ImageUtils.sRGBToLinear(): Unsupported image type. No color space conversion applied."),e}},eS=0,Ao=class{constructor(e=null){this.isTextureSource=!0,Object.defineProperty(this,"id",{value:eS++}),this.uuid=Fo(),this.data=e,this.dataReady=!0,this.version=0}getSize(e){let t=this.data;return typeof HTMLVideoElement<"u"&&t instanceof HTMLVideoElement?e.set(t.videoWidth,t.videoHeight,0):typeof VideoFrame<"u"&&t instanceof VideoFrame?e.set(t.displayWidth,t.displayHeight,0):t!==null?e.set(t.width||0,t.height||0,t.depth||0):e.set(0,0,0),e}set needsUpdate(e){e===!0&&this.version++}toJSON(e){let t=e===void 0||typeof e=="string";if(!t&&e.images[this.uuid]!==void 0)return e.images[this.uuid];let i={uuid:this.uuid,url:""},r=this.data;if(r!==null){let s;if(Array.isArray(r)){s=[];for(let a=0,o=r.length;a<o;a++)r[a].isDataTexture?s.push(Cd(r[a].image)):s.push(Cd(r[a]))}else s=Cd(r);i.url=s}return t||(e.images[this.uuid]=i),i}};function Cd(n){return typeof HTMLImageElement<"u"&&n instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&n instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&n instanceof ImageBitmap?au.getDataURL(n):n.data?{data:Array.from(n.data),width:n.width,height:n.height,type:n.data.constructor.name}:(st("Texture: Unable to serialize Texture."),{})}var tS=0,Rd=new j,qi=class n extends gr{constructor(e=n.DEFAULT_IMAGE,t=n.DEFAULT_MAPPING,i=Fr,r=Fr,s=wi,a=fs,o=ds,l=ir,c=n.DEFAULT_ANISOTROPY,u=ps){super(),this.isTexture=!0,Object.defineProperty(this,"id",{value:tS++}),this.uuid=Fo(),this.name="",this.source=new Ao(e),this.mipmaps=[],this.mapping=t,this.channel=0,this.wrapS=i,this.wrapT=r,this.magFilter=s,this.minFilter=a,this.anisotropy=c,this.format=o,this.internalFormat=null,this.type=l,this.offset=new tt(0,0),this.repeat=new tt(1,1),this.center=new tt(0,0),this.rotation=0,this.matrixAutoUpdate=!0,this.matrix=new mt,this.generateMipmaps=!0,this.mipmapsAutoUpdate=!0,this.premultiplyAlpha=!1,this.flipY=!0,this.unpackAlignment=4,this.colorSpace=u,this.userData={},this.updateRanges=[],this.version=0,this.onUpdate=null,this.renderTarget=null,this.isRenderTargetTexture=!1,this.isArrayTexture=!!(e&&e.depth&&e.depth>1),this.pmremVersion=0,this.isPMREMTexture=!1,this.normalized=!1}get width(){return this.source.getSize(Rd).x}get height(){return this.source.getSize(Rd).y}get depth(){return this.source.getSize(Rd).z}get image(){return this.source.data}set image(e){this.source.data=e}updateMatrix(){this.matrix.setUvTransform(this.offset.x,this.offset.y,this.repeat.x,this.repeat.y,this.rotation,this.center.x,this.center.y)}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}clone(){return new this.constructor().copy(this)}copy(e){return this.name=e.name,this.source=e.source,this.mipmaps=e.mipmaps.slice(0),this.mapping=e.mapping,this.channel=e.channel,this.wrapS=e.wrapS,this.wrapT=e.wrapT,this.magFilter=e.magFilter,this.minFilter=e.minFilter,this.anisotropy=e.anisotropy,this.format=e.format,this.internalFormat=e.internalFormat,this.type=e.type,this.normalized=e.normalized,this.offset.copy(e.offset),this.repeat.copy(e.repeat),this.center.copy(e.center),this.rotation=e.rotation,this.matrixAutoUpdate=e.matrixAutoUpdate,this.matrix.copy(e.matrix),this.generateMipmaps=e.generateMipmaps,this.mipmapsAutoUpdate=e.mipmapsAutoUpdate,this.premultiplyAlpha=e.premultiplyAlpha,this.flipY=e.flipY,this.unpackAlignment=e.unpackAlignment,this.colorSpace=e.colorSpace,this.renderTarget=e.renderTarget,this.isRenderTargetTexture=e.isRenderTargetTexture,this.isPMREMTexture=e.isPMREMTexture,this.isArrayTexture=e.isArrayTexture,this.userData=JSON.parse(JSON.stringify(e.userData)),this.needsUpdate=!0,this}setValues(e){for(let t in e){let i=e[t];if(i===void 0){st(`Texture.setValues(): parameter '${t}' has value of undefined.`);continue}let r=this[t];if(r===void 0){st(`Texture.setValues(): property '${t}' does not exist.`);continue}r&&i&&r.isVector2&&i.isVector2||r&&i&&r.isVector3&&i.isVector3||r&&i&&r.isMatrix3&&i.isMatrix3?r.copy(i):this[t]=i}}toJSON(e){let t=e===void 0||typeof e=="string";if(!t&&e.textures[this.uuid]!==void 0)return e.textures[this.uuid];let i={metadata:{version:4.7,type:"Texture",generator:"Texture.toJSON"},uuid:this.uuid,name:this.name,image:this.source.toJSON(e).uuid,mapping:this.mapping,channel:this.channel,repeat:[this.repeat.x,this.repeat.y],offset:[this.offset.x,this.offset.y],center:[this.center.x,this.center.y],rotation:this.rotation,wrap:[this.wrapS,this.wrapT],format:this.format,internalFormat:this.internalFormat,type:this.type,normalized:this.normalized,colorSpace:this.colorSpace,minFilter:this.minFilter,magFilter:this.magFilter,anisotropy:this.anisotropy,flipY:this.flipY,generateMipmaps:this.generateMipmaps,mipmapsAutoUpdate:this.mipmapsAutoUpdate,premultiplyAlpha:this.premultiplyAlpha,unpackAlignment:this.unpackAlignment};return Object.keys(this.userData).length>0&&(i.userData=this.userData),t||(e.textures[this.uuid]=i),i}dispose(){this.dispatchEvent({type:"dispose"})}transformUv(e){if(this.mapping!==dp)return e;if(e.applyMatrix3(this.matrix),e.x<0||e.x>1)switch(this.wrapS){case nu:e.x=e.x-Math.floor(e.x);break;case Fr:e.x=e.x<0?0:1;break;case iu:Math.abs(Math.floor(e.x)%2)===1?e.x=Math.ceil(e.x)-e.x:e.x=e.x-Math.floor(e.x);break}if(e.y<0||e.y>1)switch(this.wrapT){case nu:e.y=e.y-Math.floor(e.y);break;case Fr:e.y=e.y<0?0:1;break;case iu:Math.abs(Math.floor(e.y)%2)===1?e.y=Math.ceil(e.y)-e.y:e.y=e.y-Math.floor(e.y);break}return this.flipY&&(e.y=1-e.y),e}set needsUpdate(e){e===!0&&(this.version++,this.source.needsUpdate=!0)}set needsPMREMUpdate(e){e===!0&&this.pmremVersion++}};qi.DEFAULT_IMAGE=null;qi.DEFAULT_MAPPING=dp;qi.DEFAULT_ANISOTROPY=1;var Nn=class{static{this.prototype.isVector4=!0}constructor(e=0,t=0,i=0,r=1){this.x=e,this.y=t,this.z=i,this.w=r}get width(){return this.z}set width(e){this.z=e}get height(){return this.w}set height(e){this.w=e}set(e,t,i,r){return this.x=e,this.y=t,this.z=i,this.w=r,this}setScalar(e){return this.x=e,this.y=e,this.z=e,this.w=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setZ(e){return this.z=e,this}setW(e){return this.w=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;case 2:this.z=t;break;case 3:this.w=t;break;default:throw new Error("THREE.Vector4: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;case 2:return this.z;case 3:return this.w;default:throw new Error("THREE.Vector4: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y,this.z,this.w)}copy(e){return this.x=e.x,this.y=e.y,this.z=e.z,this.w=e.w!==void 0?e.w:1,this}add(e){return this.x+=e.x,this.y+=e.y,this.z+=e.z,this.w+=e.w,this}addScalar(e){return this.x+=e,this.y+=e,this.z+=e,this.w+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this.z=e.z+t.z,this.w=e.w+t.w,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this.z+=e.z*t,this.w+=e.w*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this.z-=e.z,this.w-=e.w,this}subScalar(e){return this.x-=e,this.y-=e,this.z-=e,this.w-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this.z=e.z-t.z,this.w=e.w-t.w,this}multiply(e){return this.x*=e.x,this.y*=e.y,this.z*=e.z,this.w*=e.w,this}multiplyScalar(e){return this.x*=e,this.y*=e,this.z*=e,this.w*=e,this}applyMatrix4(e){let t=this.x,i=this.y,r=this.z,s=this.w,a=e.elements;return this.x=a[0]*t+a[4]*i+a[8]*r+a[12]*s,this.y=a[1]*t+a[5]*i+a[9]*r+a[13]*s,this.z=a[2]*t+a[6]*i+a[10]*r+a[14]*s,this.w=a[3]*t+a[7]*i+a[11]*r+a[15]*s,this}divide(e){return this.x/=e.x,this.y/=e.y,this.z/=e.z,this.w/=e.w,this}divideScalar(e){return this.multiplyScalar(1/e)}setAxisAngleFromQuaternion(e){this.w=2*Math.acos(e.w);let t=Math.sqrt(1-e.w*e.w);return t<1e-4?(this.x=1,this.y=0,this.z=0):(this.x=e.x/t,this.y=e.y/t,this.z=e.z/t),this}setAxisAngleFromRotationMatrix(e){let t,i,r,s,l=e.elements,c=l[0],u=l[4],h=l[8],f=l[1],d=l[5],v=l[9],b=l[2],g=l[6],m=l[10];if(Math.abs(u-f)<.01&&Math.abs(h-b)<.01&&Math.abs(v-g)<.01){if(Math.abs(u+f)<.1&&Math.abs(h+b)<.1&&Math.abs(v+g)<.1&&Math.abs(c+d+m-3)<.1)return this.set(1,0,0,0),this;t=Math.PI;let P=(c+1)/2,M=(d+1)/2,D=(m+1)/2,R=(u+f)/4,x=(h+b)/4,A=(v+g)/4;return P>M&&P>D?P<.01?(i=0,r=.707106781,s=.707106781):(i=Math.sqrt(P),r=R/i,s=x/i):M>D?M<.01?(i=.707106781,r=0,s=.707106781):(r=Math.sqrt(M),i=R/r,s=A/r):D<.01?(i=.707106781,r=.707106781,s=0):(s=Math.sqrt(D),i=x/s,r=A/s),this.set(i,r,s,t),this}let y=Math.sqrt((g-v)*(g-v)+(h-b)*(h-b)+(f-u)*(f-u));return Math.abs(y)<.001&&(y=1),this.x=(g-v)/y,this.y=(h-b)/y,this.z=(f-u)/y,this.w=Math.acos((c+d+m-1)/2),this}setFromMatrixPosition(e){let t=e.elements;return this.x=t[12],this.y=t[13],this.z=t[14],this.w=t[15],this}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this.z=Math.min(this.z,e.z),this.w=Math.min(this.w,e.w),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this.z=Math.max(this.z,e.z),this.w=Math.max(this.w,e.w),this}clamp(e,t){return this.x=Tt(this.x,e.x,t.x),this.y=Tt(this.y,e.y,t.y),this.z=Tt(this.z,e.z,t.z),this.w=Tt(this.w,e.w,t.w),this}clampScalar(e,t){return this.x=Tt(this.x,e,t),this.y=Tt(this.y,e,t),this.z=Tt(this.z,e,t),this.w=Tt(this.w,e,t),this}clampLength(e,t){let i=this.length();return this.divideScalar(i||1).multiplyScalar(Tt(i,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this.w=Math.floor(this.w),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this.w=Math.ceil(this.w),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this.w=Math.round(this.w),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this.w=Math.trunc(this.w),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this.w=-this.w,this}dot(e){return this.x*e.x+this.y*e.y+this.z*e.z+this.w*e.w}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)+Math.abs(this.w)}normalize(){return this.divideScalar(this.length()||1)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this.z+=(e.z-this.z)*t,this.w+=(e.w-this.w)*t,this}lerpVectors(e,t,i){return this.x=e.x+(t.x-e.x)*i,this.y=e.y+(t.y-e.y)*i,this.z=e.z+(t.z-e.z)*i,this.w=e.w+(t.w-e.w)*i,this}equals(e){return e.x===this.x&&e.y===this.y&&e.z===this.z&&e.w===this.w}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this.z=e[t+2],this.w=e[t+3],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e[t+2]=this.z,e[t+3]=this.w,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this.z=e.getZ(t),this.w=e.getW(t),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this.w=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z,yield this.w}},ou=class extends gr{constructor(e=1,t=1,i={}){super(),i=Object.assign({generateMipmaps:!1,internalFormat:null,minFilter:wi,depthBuffer:!0,stencilBuffer:!1,resolveColorBuffer:!0,resolveDepthBuffer:!0,resolveStencilBuffer:!0,storeMultisampledColorBuffer:!0,storeMultisampledDepthBuffer:!0,storeMultisampledStencilBuffer:!0,depthTexture:null,samples:0,count:1,depth:1,multiview:!1,useArrayDepthTexture:!1},i),this.isRenderTarget=!0,this.width=e,this.height=t,this.depth=i.depth,this.scissor=new Nn(0,0,e,t),this.scissorTest=!1,this.viewport=new Nn(0,0,e,t),this.textures=[];let r=i.count;for(let s=0;s<r;s++)this.textures[s]=new qi({width:e,height:t,depth:i.depth}),this.textures[s].isRenderTargetTexture=!0,this.textures[s].renderTarget=this;this._setTextureOptions(i),this.depthBuffer=i.depthBuffer,this.stencilBuffer=i.stencilBuffer,this.resolveColorBuffer=i.resolveColorBuffer,this.resolveDepthBuffer=i.resolveDepthBuffer,this.resolveStencilBuffer=i.resolveStencilBuffer,this.storeMultisampledColorBuffer=i.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=i.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=i.storeMultisampledStencilBuffer,this._depthTexture=null,this.depthTexture=i.depthTexture,this.samples=i.samples,this.multiview=i.multiview,this.useArrayDepthTexture=i.useArrayDepthTexture}_setTextureOptions(e={}){let t={minFilter:wi,generateMipmaps:!1,flipY:!1,internalFormat:null};e.mapping!==void 0&&(t.mapping=e.mapping),e.wrapS!==void 0&&(t.wrapS=e.wrapS),e.wrapT!==void 0&&(t.wrapT=e.wrapT),e.wrapR!==void 0&&(t.wrapR=e.wrapR),e.magFilter!==void 0&&(t.magFilter=e.magFilter),e.minFilter!==void 0&&(t.minFilter=e.minFilter),e.format!==void 0&&(t.format=e.format),e.type!==void 0&&(t.type=e.type),e.anisotropy!==void 0&&(t.anisotropy=e.anisotropy),e.colorSpace!==void 0&&(t.colorSpace=e.colorSpace),e.flipY!==void 0&&(t.flipY=e.flipY),e.generateMipmaps!==void 0&&(t.generateMipmaps=e.generateMipmaps),e.mipmapsAutoUpdate!==void 0&&(t.mipmapsAutoUpdate=e.mipmapsAutoUpdate),e.internalFormat!==void 0&&(t.internalFormat=e.internalFormat);for(let i=0;i<this.textures.length;i++)this.textures[i].setValues(t)}get texture(){return this.textures[0]}set texture(e){this.textures[0]=e}set depthTexture(e){this._depthTexture!==null&&this._depthTexture.renderTarget===this&&(this._depthTexture.renderTarget=null),e!==null&&e.renderTarget===null&&(e.renderTarget=this),this._depthTexture=e}get depthTexture(){return this._depthTexture}setSize(e,t,i=1){if(this.width!==e||this.height!==t||this.depth!==i){this.width=e,this.height=t,this.depth=i;for(let r=0,s=this.textures.length;r<s;r++)this.textures[r].image.width=e,this.textures[r].image.height=t,this.textures[r].image.depth=i,this.textures[r].isData3DTexture!==!0&&(this.textures[r].isArrayTexture=this.textures[r].image.depth>1);this.dispose()}this.viewport.set(0,0,e,t),this.scissor.set(0,0,e,t)}clone(){return new this.constructor().copy(this)}copy(e){this.width=e.width,this.height=e.height,this.depth=e.depth,this.scissor.copy(e.scissor),this.scissorTest=e.scissorTest,this.viewport.copy(e.viewport),this.textures.length=0;for(let t=0,i=e.textures.length;t<i;t++){this.textures[t]=e.textures[t].clone(),this.textures[t].isRenderTargetTexture=!0,this.textures[t].renderTarget=this;let r=Object.assign({},e.textures[t].image);this.textures[t].source=new Ao(r)}if(this.depthBuffer=e.depthBuffer,this.stencilBuffer=e.stencilBuffer,this.resolveColorBuffer=e.resolveColorBuffer,this.resolveDepthBuffer=e.resolveDepthBuffer,this.resolveStencilBuffer=e.resolveStencilBuffer,this.storeMultisampledColorBuffer=e.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=e.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=e.storeMultisampledStencilBuffer,e.depthTexture!==null)if(e.depthTexture.renderTarget===e){let t=e.depthTexture.clone();t.renderTarget=null,this.depthTexture=t}else this.depthTexture=e.depthTexture;else this.depthTexture=null;return this.samples=e.samples,this.multiview=e.multiview,this.useArrayDepthTexture=e.useArrayDepthTexture,this}dispose(){this.dispatchEvent({type:"dispose"})}},vr=class extends ou{constructor(e=1,t=1,i={}){super(e,t,i),this.isWebGLRenderTarget=!0}},Ul=class extends qi{constructor(e=null,t=1,i=1,r=1){super(null),this.isDataArrayTexture=!0,this.image={data:e,width:t,height:i,depth:r},this.magFilter=ii,this.minFilter=ii,this.wrapR=Fr,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1,this.layerUpdates=new Set}copy(e){return super.copy(e),this.wrapR=e.wrapR,this}addLayerUpdate(e){this.layerUpdates.add(e)}clearLayerUpdates(){this.layerUpdates.clear()}};var lu=class extends qi{constructor(e=null,t=1,i=1,r=1){super(null),this.isData3DTexture=!0,this.image={data:e,width:t,height:i,depth:r},this.magFilter=ii,this.minFilter=ii,this.wrapR=Fr,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}copy(e){return super.copy(e),this.wrapR=e.wrapR,this}};var Zt=class n{static{this.prototype.isMatrix4=!0}constructor(e,t,i,r,s,a,o,l,c,u,h,f,d,v,b,g){this.elements=[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],e!==void 0&&this.set(e,t,i,r,s,a,o,l,c,u,h,f,d,v,b,g)}set(e,t,i,r,s,a,o,l,c,u,h,f,d,v,b,g){let m=this.elements;return m[0]=e,m[4]=t,m[8]=i,m[12]=r,m[1]=s,m[5]=a,m[9]=o,m[13]=l,m[2]=c,m[6]=u,m[10]=h,m[14]=f,m[3]=d,m[7]=v,m[11]=b,m[15]=g,this}identity(){return this.set(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1),this}clone(){return new n().fromArray(this.elements)}copy(e){let t=this.elements,i=e.elements;return t[0]=i[0],t[1]=i[1],t[2]=i[2],t[3]=i[3],t[4]=i[4],t[5]=i[5],t[6]=i[6],t[7]=i[7],t[8]=i[8],t[9]=i[9],t[10]=i[10],t[11]=i[11],t[12]=i[12],t[13]=i[13],t[14]=i[14],t[15]=i[15],this}copyPosition(e){let t=this.elements,i=e.elements;return t[12]=i[12],t[13]=i[13],t[14]=i[14],this}setFromMatrix3(e){let t=e.elements;return this.set(t[0],t[3],t[6],0,t[1],t[4],t[7],0,t[2],t[5],t[8],0,0,0,0,1),this}extractBasis(e,t,i){return this.determinantAffine()===0?(e.set(1,0,0),t.set(0,1,0),i.set(0,0,1),this):(e.setFromMatrixColumn(this,0),t.setFromMatrixColumn(this,1),i.setFromMatrixColumn(this,2),this)}makeBasis(e,t,i){return this.set(e.x,t.x,i.x,0,e.y,t.y,i.y,0,e.z,t.z,i.z,0,0,0,0,1),this}extractRotation(e){if(e.determinantAffine()===0)return this.identity();let t=this.elements,i=e.elements,r=1/lo.setFromMatrixColumn(e,0).length(),s=1/lo.setFromMatrixColumn(e,1).length(),a=1/lo.setFromMatrixColumn(e,2).length();return t[0]=i[0]*r,t[1]=i[1]*r,t[2]=i[2]*r,t[3]=0,t[4]=i[4]*s,t[5]=i[5]*s,t[6]=i[6]*s,t[7]=0,t[8]=i[8]*a,t[9]=i[9]*a,t[10]=i[10]*a,t[11]=0,t[12]=0,t[13]=0,t[14]=0,t[15]=1,this}makeRotationFromEuler(e){let t=this.elements,i=e.x,r=e.y,s=e.z,a=Math.cos(i),o=Math.sin(i),l=Math.cos(r),c=Math.sin(r),u=Math.cos(s),h=Math.sin(s);if(e.order==="XYZ"){let f=a*u,d=a*h,v=o*u,b=o*h;t[0]=l*u,t[4]=-l*h,t[8]=c,t[1]=d+v*c,t[5]=f-b*c,t[9]=-o*l,t[2]=b-f*c,t[6]=v+d*c,t[10]=a*l}else if(e.order==="YXZ"){let f=l*u,d=l*h,v=c*u,b=c*h;t[0]=f+b*o,t[4]=v*o-d,t[8]=a*c,t[1]=a*h,t[5]=a*u,t[9]=-o,t[2]=d*o-v,t[6]=b+f*o,t[10]=a*l}else if(e.order==="ZXY"){let f=l*u,d=l*h,v=c*u,b=c*h;t[0]=f-b*o,t[4]=-a*h,t[8]=v+d*o,t[1]=d+v*o,t[5]=a*u,t[9]=b-f*o,t[2]=-a*c,t[6]=o,t[10]=a*l}else if(e.order==="ZYX"){let f=a*u,d=a*h,v=o*u,b=o*h;t[0]=l*u,t[4]=v*c-d,t[8]=f*c+b,t[1]=l*h,t[5]=b*c+f,t[9]=d*c-v,t[2]=-c,t[6]=o*l,t[10]=a*l}else if(e.order==="YZX"){let f=a*l,d=a*c,v=o*l,b=o*c;t[0]=l*u,t[4]=b-f*h,t[8]=v*h+d,t[1]=h,t[5]=a*u,t[9]=-o*u,t[2]=-c*u,t[6]=d*h+v,t[10]=f-b*h}else if(e.order==="XZY"){let f=a*l,d=a*c,v=o*l,b=o*c;t[0]=l*u,t[4]=-h,t[8]=c*u,t[1]=f*h+b,t[5]=a*u,t[9]=d*h-v,t[2]=v*h-d,t[6]=o*u,t[10]=b*h+f}return t[3]=0,t[7]=0,t[11]=0,t[12]=0,t[13]=0,t[14]=0,t[15]=1,this}makeRotationFromQuaternion(e){return this.compose(nS,e,iS)}lookAt(e,t,i){let r=this.elements;return zi.subVectors(e,t),zi.lengthSq()===0&&(zi.z=1),zi.normalize(),Fs.crossVectors(i,zi),Fs.lengthSq()===0&&(Math.abs(i.z)===1?zi.x+=1e-4:zi.z+=1e-4,zi.normalize(),Fs.crossVectors(i,zi)),Fs.normalize(),w0.crossVectors(zi,Fs),r[0]=Fs.x,r[4]=w0.x,r[8]=zi.x,r[1]=Fs.y,r[5]=w0.y,r[9]=zi.y,r[2]=Fs.z,r[6]=w0.z,r[10]=zi.z,this}multiply(e){return this.multiplyMatrices(this,e)}premultiply(e){return this.multiplyMatrices(e,this)}multiplyMatrices(e,t){let i=e.elements,r=t.elements,s=this.elements,a=i[0],o=i[4],l=i[8],c=i[12],u=i[1],h=i[5],f=i[9],d=i[13],v=i[2],b=i[6],g=i[10],m=i[14],y=i[3],P=i[7],M=i[11],D=i[15],R=r[0],x=r[4],A=r[8],H=r[12],F=r[1],U=r[5],W=r[9],J=r[13],O=r[2],X=r[6],te=r[10],Y=r[14],de=r[3],ie=r[7],re=r[11],le=r[15];return s[0]=a*R+o*F+l*O+c*de,s[4]=a*x+o*U+l*X+c*ie,s[8]=a*A+o*W+l*te+c*re,s[12]=a*H+o*J+l*Y+c*le,s[1]=u*R+h*F+f*O+d*de,s[5]=u*x+h*U+f*X+d*ie,s[9]=u*A+h*W+f*te+d*re,s[13]=u*H+h*J+f*Y+d*le,s[2]=v*R+b*F+g*O+m*de,s[6]=v*x+b*U+g*X+m*ie,s[10]=v*A+b*W+g*te+m*re,s[14]=v*H+b*J+g*Y+m*le,s[3]=y*R+P*F+M*O+D*de,s[7]=y*x+P*U+M*X+D*ie,s[11]=y*A+P*W+M*te+D*re,s[15]=y*H+P*J+M*Y+D*le,this}multiplyScalar(e){let t=this.elements;return t[0]*=e,t[4]*=e,t[8]*=e,t[12]*=e,t[1]*=e,t[5]*=e,t[9]*=e,t[13]*=e,t[2]*=e,t[6]*=e,t[10]*=e,t[14]*=e,t[3]*=e,t[7]*=e,t[11]*=e,t[15]*=e,this}determinant(){let e=this.elements,t=e[0],i=e[4],r=e[8],s=e[12],a=e[1],o=e[5],l=e[9],c=e[13],u=e[2],h=e[6],f=e[10],d=e[14],v=e[3],b=e[7],g=e[11],m=e[15],y=l*d-c*f,P=o*d-c*h,M=o*f-l*h,D=a*d-c*u,R=a*f-l*u,x=a*h-o*u;return t*(b*y-g*P+m*M)-i*(v*y-g*D+m*R)+r*(v*P-b*D+m*x)-s*(v*M-b*R+g*x)}determinantAffine(){let e=this.elements,t=e[0],i=e[4],r=e[8],s=e[1],a=e[5],o=e[9],l=e[2],c=e[6],u=e[10];return t*(a*u-o*c)-i*(s*u-o*l)+r*(s*c-a*l)}transpose(){let e=this.elements,t;return t=e[1],e[1]=e[4],e[4]=t,t=e[2],e[2]=e[8],e[8]=t,t=e[6],e[6]=e[9],e[9]=t,t=e[3],e[3]=e[12],e[12]=t,t=e[7],e[7]=e[13],e[13]=t,t=e[11],e[11]=e[14],e[14]=t,this}setPosition(e,t,i){let r=this.elements;return e.isVector3?(r[12]=e.x,r[13]=e.y,r[14]=e.z):(r[12]=e,r[13]=t,r[14]=i),this}invert(){let e=this.elements,t=e[0],i=e[1],r=e[2],s=e[3],a=e[4],o=e[5],l=e[6],c=e[7],u=e[8],h=e[9],f=e[10],d=e[11],v=e[12],b=e[13],g=e[14],m=e[15],y=t*o-i*a,P=t*l-r*a,M=t*c-s*a,D=i*l-r*o,R=i*c-s*o,x=r*c-s*l,A=u*b-h*v,H=u*g-f*v,F=u*m-d*v,U=h*g-f*b,W=h*m-d*b,J=f*m-d*g,O=y*J-P*W+M*U+D*F-R*H+x*A;if(O===0)return this.set(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0);let X=1/O;return e[0]=(o*J-l*W+c*U)*X,e[1]=(r*W-i*J-s*U)*X,e[2]=(b*x-g*R+m*D)*X,e[3]=(f*R-h*x-d*D)*X,e[4]=(l*F-a*J-c*H)*X,e[5]=(t*J-r*F+s*H)*X,e[6]=(g*M-v*x-m*P)*X,e[7]=(u*x-f*M+d*P)*X,e[8]=(a*W-o*F+c*A)*X,e[9]=(i*F-t*W-s*A)*X,e[10]=(v*R-b*M+m*y)*X,e[11]=(h*M-u*R-d*y)*X,e[12]=(o*H-a*U-l*A)*X,e[13]=(t*U-i*H+r*A)*X,e[14]=(b*P-v*D-g*y)*X,e[15]=(u*D-h*P+f*y)*X,this}scale(e){let t=this.elements,i=e.x,r=e.y,s=e.z;return t[0]*=i,t[4]*=r,t[8]*=s,t[1]*=i,t[5]*=r,t[9]*=s,t[2]*=i,t[6]*=r,t[10]*=s,t[3]*=i,t[7]*=r,t[11]*=s,this}getMaxScaleOnAxis(){let e=this.elements,t=e[0]*e[0]+e[1]*e[1]+e[2]*e[2],i=e[4]*e[4]+e[5]*e[5]+e[6]*e[6],r=e[8]*e[8]+e[9]*e[9]+e[10]*e[10];return Math.sqrt(Math.max(t,i,r))}makeTranslation(e,t,i){return e.isVector3?this.set(1,0,0,e.x,0,1,0,e.y,0,0,1,e.z,0,0,0,1):this.set(1,0,0,e,0,1,0,t,0,0,1,i,0,0,0,1),this}makeRotationX(e){let t=Math.cos(e),i=Math.sin(e);return this.set(1,0,0,0,0,t,-i,0,0,i,t,0,0,0,0,1),this}makeRotationY(e){let t=Math.cos(e),i=Math.sin(e);return this.set(t,0,i,0,0,1,0,0,-i,0,t,0,0,0,0,1),this}makeRotationZ(e){let t=Math.cos(e),i=Math.sin(e);return this.set(t,-i,0,0,i,t,0,0,0,0,1,0,0,0,0,1),this}makeRotationAxis(e,t){let i=Math.cos(t),r=Math.sin(t),s=1-i,a=e.x,o=e.y,l=e.z,c=s*a,u=s*o;return this.set(c*a+i,c*o-r*l,c*l+r*o,0,c*o+r*l,u*o+i,u*l-r*a,0,c*l-r*o,u*l+r*a,s*l*l+i,0,0,0,0,1),this}makeScale(e,t,i){return this.set(e,0,0,0,0,t,0,0,0,0,i,0,0,0,0,1),this}makeShear(e,t,i,r,s,a){return this.set(1,i,s,0,e,1,a,0,t,r,1,0,0,0,0,1),this}compose(e,t,i){let r=this.elements,s=t._x,a=t._y,o=t._z,l=t._w,c=s+s,u=a+a,h=o+o,f=s*c,d=s*u,v=s*h,b=a*u,g=a*h,m=o*h,y=l*c,P=l*u,M=l*h,D=i.x,R=i.y,x=i.z;return r[0]=(1-(b+m))*D,r[1]=(d+M)*D,r[2]=(v-P)*D,r[3]=0,r[4]=(d-M)*R,r[5]=(1-(f+m))*R,r[6]=(g+y)*R,r[7]=0,r[8]=(v+P)*x,r[9]=(g-y)*x,r[10]=(1-(f+b))*x,r[11]=0,r[12]=e.x,r[13]=e.y,r[14]=e.z,r[15]=1,this}decompose(e,t,i){let r=this.elements;e.x=r[12],e.y=r[13],e.z=r[14];let s=this.determinantAffine();if(s===0)return i.set(1,1,1),t.identity(),this;let a=lo.set(r[0],r[1],r[2]).length(),o=lo.set(r[4],r[5],r[6]).length(),l=lo.set(r[8],r[9],r[10]).length();s<0&&(a=-a),fr.copy(this);let c=1/a,u=1/o,h=1/l;return fr.elements[0]*=c,fr.elements[1]*=c,fr.elements[2]*=c,fr.elements[4]*=u,fr.elements[5]*=u,fr.elements[6]*=u,fr.elements[8]*=h,fr.elements[9]*=h,fr.elements[10]*=h,t.setFromRotationMatrix(fr),i.x=a,i.y=o,i.z=l,this}makePerspective(e,t,i,r,s,a,o=tr,l=!1){let c=this.elements,u=2*s/(t-e),h=2*s/(i-r),f=(t+e)/(t-e),d=(i+r)/(i-r),v,b;if(l)v=s/(a-s),b=a*s/(a-s);else if(o===tr)v=-(a+s)/(a-s),b=-2*a*s/(a-s);else if(o===wo)v=-a/(a-s),b=-a*s/(a-s);else throw new Error("THREE.Matrix4.makePerspective(): Invalid coordinate system: "+o);return c[0]=u,c[4]=0,c[8]=f,c[12]=0,c[1]=0,c[5]=h,c[9]=d,c[13]=0,c[2]=0,c[6]=0,c[10]=v,c[14]=b,c[3]=0,c[7]=0,c[11]=-1,c[15]=0,this}makeOrthographic(e,t,i,r,s,a,o=tr,l=!1){let c=this.elements,u=2/(t-e),h=2/(i-r),f=-(t+e)/(t-e),d=-(i+r)/(i-r),v,b;if(l)v=1/(a-s),b=a/(a-s);else if(o===tr)v=-2/(a-s),b=-(a+s)/(a-s);else if(o===wo)v=-1/(a-s),b=-s/(a-s);else throw new Error("THREE.Matrix4.makeOrthographic(): Invalid coordinate system: "+o);return c[0]=u,c[4]=0,c[8]=0,c[12]=f,c[1]=0,c[5]=h,c[9]=0,c[13]=d,c[2]=0,c[6]=0,c[10]=v,c[14]=b,c[3]=0,c[7]=0,c[11]=0,c[15]=1,this}equals(e){let t=this.elements,i=e.elements;for(let r=0;r<16;r++)if(t[r]!==i[r])return!1;return!0}fromArray(e,t=0){for(let i=0;i<16;i++)this.elements[i]=e[i+t];return this}toArray(e=[],t=0){let i=this.elements;return e[t]=i[0],e[t+1]=i[1],e[t+2]=i[2],e[t+3]=i[3],e[t+4]=i[4],e[t+5]=i[5],e[t+6]=i[6],e[t+7]=i[7],e[t+8]=i[8],e[t+9]=i[9],e[t+10]=i[10],e[t+11]=i[11],e[t+12]=i[12],e[t+13]=i[13],e[t+14]=i[14],e[t+15]=i[15],e}},lo=new j,fr=new Zt,nS=new j(0,0,0),iS=new j(1,1,1),Fs=new j,w0=new j,zi=new j,Qv=new Zt,e_=new Ti,Or=class n{constructor(e=0,t=0,i=0,r=n.DEFAULT_ORDER){this.isEuler=!0,this._x=e,this._y=t,this._z=i,this._order=r}get x(){return this._x}set x(e){this._x=e,this._onChangeCallback()}get y(){return this._y}set y(e){this._y=e,this._onChangeCallback()}get z(){return this._z}set z(e){this._z=e,this._onChangeCallback()}get order(){return this._order}set order(e){this._order=e,this._onChangeCallback()}set(e,t,i,r=this._order){return this._x=e,this._y=t,this._z=i,this._order=r,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._order)}copy(e){return this._x=e._x,this._y=e._y,this._z=e._z,this._order=e._order,this._onChangeCallback(),this}setFromRotationMatrix(e,t=this._order,i=!0){let r=e.elements,s=r[0],a=r[4],o=r[8],l=r[1],c=r[5],u=r[9],h=r[2],f=r[6],d=r[10];switch(t){case"XYZ":this._y=Math.asin(Tt(o,-1,1)),Math.abs(o)<.9999999?(this._x=Math.atan2(-u,d),this._z=Math.atan2(-a,s)):(this._x=Math.atan2(f,c),this._z=0);break;case"YXZ":this._x=Math.asin(-Tt(u,-1,1)),Math.abs(u)<.9999999?(this._y=Math.atan2(o,d),this._z=Math.atan2(l,c)):(this._y=Math.atan2(-h,s),this._z=0);break;case"ZXY":this._x=Math.asin(Tt(f,-1,1)),Math.abs(f)<.9999999?(this._y=Math.atan2(-h,d),this._z=Math.atan2(-a,c)):(this._y=0,this._z=Math.atan2(l,s));break;case"ZYX":this._y=Math.asin(-Tt(h,-1,1)),Math.abs(h)<.9999999?(this._x=Math.atan2(f,d),this._z=Math.atan2(l,s)):(this._x=0,this._z=Math.atan2(-a,c));break;case"YZX":this._z=Math.asin(Tt(l,-1,1)),Math.abs(l)<.9999999?(this._x=Math.atan2(-u,c),this._y=Math.atan2(-h,s)):(this._x=0,this._y=Math.atan2(o,d));break;case"XZY":this._z=Math.asin(-Tt(a,-1,1)),Math.abs(a)<.9999999?(this._x=Math.atan2(f,c),this._y=Math.atan2(o,s)):(this._x=Math.atan2(-u,d),this._y=0);break;default:st("Euler: .setFromRotationMatrix() encountered an unknown order: "+t)}return this._order=t,i===!0&&this._onChangeCallback(),this}setFromQuaternion(e,t,i){return Qv.makeRotationFromQuaternion(e),this.setFromRotationMatrix(Qv,t,i)}setFromVector3(e,t=this._order){return this.set(e.x,e.y,e.z,t)}reorder(e){return e_.setFromEuler(this),this.setFromQuaternion(e_,e)}equals(e){return e._x===this._x&&e._y===this._y&&e._z===this._z&&e._order===this._order}fromArray(e){return this._x=e[0],this._y=e[1],this._z=e[2],e[3]!==void 0&&(this._order=e[3]),this._onChangeCallback(),this}toArray(e=[],t=0){return e[t]=this._x,e[t+1]=this._y,e[t+2]=this._z,e[t+3]=this._order,e}_onChange(e){return this._onChangeCallback=e,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._order}};Or.DEFAULT_ORDER="XYZ";var Fl=class{constructor(){this.mask=1}set(e){this.mask=(1<<e|0)>>>0}enable(e){this.mask|=1<<e|0}enableAll(){this.mask=-1}toggle(e){this.mask^=1<<e|0}disable(e){this.mask&=~(1<<e|0)}disableAll(){this.mask=0}test(e){return(this.mask&e.mask)!==0}isEnabled(e){return(this.mask&(1<<e|0))!==0}},rS=0,t_=new j,co=new Ti,ss=new Zt,T0=new j,bl=new j,sS=new j,aS=new Ti,n_=new j(1,0,0),i_=new j(0,1,0),r_=new j(0,0,1),s_={type:"added"},oS={type:"removed"},uo={type:"childadded",child:null},Pd={type:"childremoved",child:null},si=class n extends gr{constructor(){super(),this.isObject3D=!0,Object.defineProperty(this,"id",{value:rS++}),this.uuid=Fo(),this.name="",this.type="Object3D",this.parent=null,this.children=[],this.up=n.DEFAULT_UP.clone();let e=new j,t=new Or,i=new Ti,r=new j(1,1,1);function s(){i.setFromEuler(t,!1)}function a(){t.setFromQuaternion(i,void 0,!1)}t._onChange(s),i._onChange(a),Object.defineProperties(this,{position:{configurable:!0,enumerable:!0,value:e},rotation:{configurable:!0,enumerable:!0,value:t},quaternion:{configurable:!0,enumerable:!0,value:i},scale:{configurable:!0,enumerable:!0,value:r},modelViewMatrix:{value:new Zt},normalMatrix:{value:new mt}}),this.matrix=new Zt,this.matrixWorld=new Zt,this.matrixAutoUpdate=n.DEFAULT_MATRIX_AUTO_UPDATE,this.matrixWorldAutoUpdate=n.DEFAULT_MATRIX_WORLD_AUTO_UPDATE,this.matrixWorldNeedsUpdate=!1,this.layers=new Fl,this.visible=!0,this.castShadow=!1,this.receiveShadow=!1,this.frustumCulled=!0,this.renderOrder=0,this.animations=[],this.customDepthMaterial=void 0,this.customDistanceMaterial=void 0,this.static=!1,this.userData={},this.pivot=null}onBeforeShadow(){}onAfterShadow(){}onBeforeRender(){}onAfterRender(){}applyMatrix4(e){this.matrixAutoUpdate&&this.updateMatrix(),this.matrix.premultiply(e),this.matrix.decompose(this.position,this.quaternion,this.scale),this.pivot!==null&&this.position.copy(this.pivot).applyMatrix4(this.matrix).sub(this.pivot)}applyQuaternion(e){return this.quaternion.premultiply(e),this}setRotationFromAxisAngle(e,t){this.quaternion.setFromAxisAngle(e,t)}setRotationFromEuler(e){this.quaternion.setFromEuler(e,!0)}setRotationFromMatrix(e){this.quaternion.setFromRotationMatrix(e)}setRotationFromQuaternion(e){this.quaternion.copy(e)}rotateOnAxis(e,t){return co.setFromAxisAngle(e,t),this.quaternion.multiply(co),this}rotateOnWorldAxis(e,t){return co.setFromAxisAngle(e,t),this.quaternion.premultiply(co),this}rotateX(e){return this.rotateOnAxis(n_,e)}rotateY(e){return this.rotateOnAxis(i_,e)}rotateZ(e){return this.rotateOnAxis(r_,e)}translateOnAxis(e,t){return t_.copy(e).applyQuaternion(this.quaternion),this.position.add(t_.multiplyScalar(t)),this}translateX(e){return this.translateOnAxis(n_,e)}translateY(e){return this.translateOnAxis(i_,e)}translateZ(e){return this.translateOnAxis(r_,e)}localToWorld(e){return this.updateWorldMatrix(!0,!1),e.applyMatrix4(this.matrixWorld)}worldToLocal(e){return this.updateWorldMatrix(!0,!1),e.applyMatrix4(ss.copy(this.matrixWorld).invert())}lookAt(e,t,i){e.isVector3?T0.copy(e):T0.set(e,t,i);let r=this.parent;this.updateWorldMatrix(!0,!1),bl.setFromMatrixPosition(this.matrixWorld),this.isCamera||this.isLight?ss.lookAt(bl,T0,this.up):ss.lookAt(T0,bl,this.up),this.quaternion.setFromRotationMatrix(ss),r&&(ss.extractRotation(r.matrixWorld),co.setFromRotationMatrix(ss),this.quaternion.premultiply(co.invert()))}add(e){if(arguments.length>1){for(let t=0;t<arguments.length;t++)this.add(arguments[t]);return this}return e===this?(ft("Object3D.add: object can't be added as a child of itself.",e),this):(e&&e.isObject3D?(e.removeFromParent(),e.parent=this,this.children.push(e),e.dispatchEvent(s_),uo.child=e,this.dispatchEvent(uo),uo.child=null):ft("Object3D.add: object not an instance of THREE.Object3D.",e),this)}remove(e){if(arguments.length>1){for(let i=0;i<arguments.length;i++)this.remove(arguments[i]);return this}let t=this.children.indexOf(e);return t!==-1&&(e.parent=null,this.children.splice(t,1),e.dispatchEvent(oS),Pd.child=e,this.dispatchEvent(Pd),Pd.child=null),this}removeFromParent(){let e=this.parent;return e!==null&&e.remove(this),this}clear(){return this.remove(...this.children)}attach(e){return this.updateWorldMatrix(!0,!1),ss.copy(this.matrixWorld).invert(),e.parent!==null&&(e.parent.updateWorldMatrix(!0,!1),ss.multiply(e.parent.matrixWorld)),e.applyMatrix4(ss),e.removeFromParent(),e.parent=this,this.children.push(e),e.updateWorldMatrix(!1,!0),e.dispatchEvent(s_),uo.child=e,this.dispatchEvent(uo),uo.child=null,this}getObjectById(e){return this.getObjectByProperty("id",e)}getObjectByName(e){return this.getObjectByProperty("name",e)}getObjectByProperty(e,t){if(this[e]===t)return this;for(let i=0,r=this.children.length;i<r;i++){let a=this.children[i].getObjectByProperty(e,t);if(a!==void 0)return a}}getObjectsByProperty(e,t,i=[]){this[e]===t&&i.push(this);let r=this.children;for(let s=0,a=r.length;s<a;s++)r[s].getObjectsByProperty(e,t,i);return i}getWorldPosition(e){return this.updateWorldMatrix(!0,!1),e.setFromMatrixPosition(this.matrixWorld)}getWorldQuaternion(e){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(bl,e,sS),e}getWorldScale(e){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(bl,aS,e),e}getWorldDirection(e){this.updateWorldMatrix(!0,!1);let t=this.matrixWorld.elements;return e.set(t[8],t[9],t[10]).normalize()}raycast(){}intersectsFrustum(){return!0}traverse(e){e(this);let t=this.children;for(let i=0,r=t.length;i<r;i++)t[i].traverse(e)}traverseVisible(e){if(this.visible===!1)return;e(this);let t=this.children;for(let i=0,r=t.length;i<r;i++)t[i].traverseVisible(e)}traverseAncestors(e){let t=this.parent;t!==null&&(e(t),t.traverseAncestors(e))}updateMatrix(){this.matrix.compose(this.position,this.quaternion,this.scale);let e=this.pivot;if(e!==null){let t=e.x,i=e.y,r=e.z,s=this.matrix.elements;s[12]+=t-s[0]*t-s[4]*i-s[8]*r,s[13]+=i-s[1]*t-s[5]*i-s[9]*r,s[14]+=r-s[2]*t-s[6]*i-s[10]*r}this.matrixWorldNeedsUpdate=!0}updateMatrixWorld(e){this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||e)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,e=!0);let t=this.children;for(let i=0,r=t.length;i<r;i++)t[i].updateMatrixWorld(e)}updateWorldMatrix(e,t,i=!1){let r=this.parent;if(e===!0&&r!==null&&r.updateWorldMatrix(!0,!1),this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||i)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,i=!0),t===!0){let s=this.children;for(let a=0,o=s.length;a<o;a++)s[a].updateWorldMatrix(!1,!0,i)}}toJSON(e){let t=e===void 0||typeof e=="string",i={};t&&(e={geometries:{},materials:{},textures:{},images:{},shapes:{},skeletons:{},animations:{},nodes:{}},i.metadata={version:4.7,type:"Object",generator:"Object3D.toJSON"});let r={};r.uuid=this.uuid,r.type=this.type,r.name=this.name,r.castShadow=this.castShadow,r.receiveShadow=this.receiveShadow,r.visible=this.visible,r.frustumCulled=this.frustumCulled,r.renderOrder=this.renderOrder,r.static=this.static,r.matrixAutoUpdate=this.matrixAutoUpdate,Object.keys(this.userData).length>0&&(r.userData=this.userData),r.layers=this.layers.mask,r.matrix=this.matrix.toArray(),r.up=this.up.toArray(),this.pivot!==null&&(r.pivot=this.pivot.toArray()),this.morphTargetDictionary!==void 0&&(r.morphTargetDictionary=Object.assign({},this.morphTargetDictionary)),this.morphTargetInfluences!==void 0&&(r.morphTargetInfluences=this.morphTargetInfluences.slice()),this.isInstancedMesh&&(r.type="InstancedMesh",r.count=this.count,r.instanceMatrix=this.instanceMatrix.toJSON(),this.instanceColor!==null&&(r.instanceColor=this.instanceColor.toJSON())),this.isBatchedMesh&&(r.type="BatchedMesh",r.perObjectFrustumCulled=this.perObjectFrustumCulled,r.sortObjects=this.sortObjects,r.drawRanges=this._drawRanges,r.reservedRanges=this._reservedRanges,r.geometryInfo=this._geometryInfo.map(o=>({...o,boundingBox:o.boundingBox?o.boundingBox.toJSON():void 0,boundingSphere:o.boundingSphere?o.boundingSphere.toJSON():void 0})),r.instanceInfo=this._instanceInfo.map(o=>({...o})),r.availableInstanceIds=this._availableInstanceIds.slice(),r.availableGeometryIds=this._availableGeometryIds.slice(),r.nextIndexStart=this._nextIndexStart,r.nextVertexStart=this._nextVertexStart,r.geometryCount=this._geometryCount,r.maxInstanceCount=this._maxInstanceCount,r.maxVertexCount=this._maxVertexCount,r.maxIndexCount=this._maxIndexCount,r.geometryInitialized=this._geometryInitialized,r.matricesTexture=this._matricesTexture.toJSON(e),r.indirectTexture=this._indirectTexture.toJSON(e),this._colorsTexture!==null&&(r.colorsTexture=this._colorsTexture.toJSON(e)),this.boundingSphere!==null&&(r.boundingSphere=this.boundingSphere.toJSON()),this.boundingBox!==null&&(r.boundingBox=this.boundingBox.toJSON()));function s(o,l){return o[l.uuid]===void 0&&(o[l.uuid]=l.toJSON(e)),l.uuid}if(this.isScene)this.background&&(this.background.isColor?r.background=this.background.toJSON():this.background.isTexture&&(r.background=this.background.toJSON(e).uuid)),this.environment&&this.environment.isTexture&&this.environment.isRenderTargetTexture!==!0&&(r.environment=this.environment.toJSON(e).uuid);else if(this.isMesh||this.isLine||this.isPoints){r.geometry=s(e.geometries,this.geometry);let o=this.geometry.parameters;if(o!==void 0&&o.shapes!==void 0){let l=o.shapes;if(Array.isArray(l))for(let c=0,u=l.length;c<u;c++){let h=l[c];s(e.shapes,h)}else s(e.shapes,l)}}if(this.isSkinnedMesh&&(r.bindMode=this.bindMode,r.bindMatrix=this.bindMatrix.toArray(),this.skeleton!==void 0&&(s(e.skeletons,this.skeleton),r.skeleton=this.skeleton.uuid)),this.material!==void 0)if(Array.isArray(this.material)){let o=[];for(let l=0,c=this.material.length;l<c;l++)o.push(s(e.materials,this.material[l]));r.material=o}else r.material=s(e.materials,this.material);if(this.children.length>0){r.children=[];for(let o=0;o<this.children.length;o++)r.children.push(this.children[o].toJSON(e).object)}if(this.animations.length>0){r.animations=[];for(let o=0;o<this.animations.length;o++){let l=this.animations[o];r.animations.push(s(e.animations,l))}}if(t){let o=a(e.geometries),l=a(e.materials),c=a(e.textures),u=a(e.images),h=a(e.shapes),f=a(e.skeletons),d=a(e.animations),v=a(e.nodes);o.length>0&&(i.geometries=o),l.length>0&&(i.materials=l),c.length>0&&(i.textures=c),u.length>0&&(i.images=u),h.length>0&&(i.shapes=h),f.length>0&&(i.skeletons=f),d.length>0&&(i.animations=d),v.length>0&&(i.nodes=v)}return i.object=r,i;function a(o){let l=[];for(let c in o){let u=o[c];delete u.metadata,l.push(u)}return l}}clone(e){return new this.constructor().copy(this,e)}copy(e,t=!0){if(this.name=e.name,this.up.copy(e.up),this.position.copy(e.position),this.rotation.order=e.rotation.order,this.quaternion.copy(e.quaternion),this.scale.copy(e.scale),this.pivot=e.pivot!==null?e.pivot.clone():null,this.matrix.copy(e.matrix),this.matrixWorld.copy(e.matrixWorld),this.matrixAutoUpdate=e.matrixAutoUpdate,this.matrixWorldAutoUpdate=e.matrixWorldAutoUpdate,this.matrixWorldNeedsUpdate=e.matrixWorldNeedsUpdate,this.layers.mask=e.layers.mask,this.visible=e.visible,this.castShadow=e.castShadow,this.receiveShadow=e.receiveShadow,this.frustumCulled=e.frustumCulled,this.renderOrder=e.renderOrder,this.static=e.static,this.animations=e.animations.slice(),this.userData=JSON.parse(JSON.stringify(e.userData)),t===!0)for(let i=0;i<e.children.length;i++){let r=e.children[i];this.add(r.clone())}return this}dispose(){this.dispatchEvent({type:"dispose"})}};si.DEFAULT_UP=new j(0,1,0);si.DEFAULT_MATRIX_AUTO_UPDATE=!0;si.DEFAULT_MATRIX_WORLD_AUTO_UPDATE=!0;var Ol=class extends si{constructor(){super(),this.isGroup=!0,this.type="Group"}};var ax={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,azure:15794175,beige:16119260,bisque:16770244,black:0,blanchedalmond:16772045,blue:255,blueviolet:9055202,brown:10824234,burlywood:14596231,cadetblue:6266528,chartreuse:8388352,chocolate:13789470,coral:16744272,cornflowerblue:6591981,cornsilk:16775388,crimson:14423100,cyan:65535,darkblue:139,darkcyan:35723,darkgoldenrod:12092939,darkgray:11119017,darkgreen:25600,darkgrey:11119017,darkkhaki:12433259,darkmagenta:9109643,darkolivegreen:5597999,darkorange:16747520,darkorchid:10040012,darkred:9109504,darksalmon:15308410,darkseagreen:9419919,darkslateblue:4734347,darkslategray:3100495,darkslategrey:3100495,darkturquoise:52945,darkviolet:9699539,deeppink:16716947,deepskyblue:49151,dimgray:6908265,dimgrey:6908265,dodgerblue:2003199,firebrick:11674146,floralwhite:16775920,forestgreen:2263842,fuchsia:16711935,gainsboro:14474460,ghostwhite:16316671,gold:16766720,goldenrod:14329120,gray:8421504,green:32768,greenyellow:11403055,grey:8421504,honeydew:15794160,hotpink:16738740,indianred:13458524,indigo:4915330,ivory:16777200,khaki:15787660,lavender:15132410,lavenderblush:16773365,lawngreen:8190976,lemonchiffon:16775885,lightblue:11393254,lightcoral:15761536,lightcyan:14745599,lightgoldenrodyellow:16448210,lightgray:13882323,lightgreen:9498256,lightgrey:13882323,lightpink:16758465,lightsalmon:16752762,lightseagreen:2142890,lightskyblue:8900346,lightslategray:7833753,lightslategrey:7833753,lightsteelblue:11584734,lightyellow:16777184,lime:65280,limegreen:3329330,linen:16445670,magenta:16711935,maroon:8388608,mediumaquamarine:6737322,mediumblue:205,mediumorchid:12211667,mediumpurple:9662683,mediumseagreen:3978097,mediumslateblue:8087790,mediumspringgreen:64154,mediumturquoise:4772300,mediumvioletred:13047173,midnightblue:1644912,mintcream:16121850,mistyrose:16770273,moccasin:16770229,navajowhite:16768685,navy:128,oldlace:16643558,olive:8421376,olivedrab:7048739,orange:16753920,orangered:16729344,orchid:14315734,palegoldenrod:15657130,palegreen:10025880,paleturquoise:11529966,palevioletred:14381203,papayawhip:16773077,peachpuff:16767673,peru:13468991,pink:16761035,plum:14524637,powderblue:11591910,purple:8388736,rebeccapurple:6697881,red:16711680,rosybrown:12357519,royalblue:4286945,saddlebrown:9127187,salmon:16416882,sandybrown:16032864,seagreen:3050327,seashell:16774638,sienna:10506797,silver:12632256,skyblue:8900331,slateblue:6970061,slategray:7372944,slategrey:7372944,snow:16775930,springgreen:65407,steelblue:4620980,tan:13808780,teal:32896,thistle:14204888,tomato:16737095,turquoise:4251856,violet:15631086,wheat:16113331,white:16777215,whitesmoke:16119285,yellow:16776960,yellowgreen:10145074},Os={h:0,s:0,l:0},A0={h:0,s:0,l:0};function Id(n,e,t){return t<0&&(t+=1),t>1&&(t-=1),t<1/6?n+(e-n)*6*t:t<1/2?e:t<2/3?n+(e-n)*6*(2/3-t):n}var yt=class{constructor(e,t,i){return this.isColor=!0,this.r=1,this.g=1,this.b=1,this.set(e,t,i)}set(e,t,i){if(t===void 0&&i===void 0){let r=e;r&&r.isColor?this.copy(r):typeof r=="number"?this.setHex(r):typeof r=="string"&&this.setStyle(r)}else this.setRGB(e,t,i);return this}setScalar(e){return this.r=e,this.g=e,this.b=e,this}setHex(e,t=Gi){return e=Math.floor(e),this.r=(e>>16&255)/255,this.g=(e>>8&255)/255,this.b=(e&255)/255,Dt.colorSpaceToWorking(this,t),this}setRGB(e,t,i,r=Dt.workingColorSpace){return this.r=e,this.g=t,this.b=i,Dt.colorSpaceToWorking(this,r),this}setHSL(e,t,i,r=Dt.workingColorSpace){if(e=Tp(e,1),t=Tt(t,0,1),i=Tt(i,0,1),t===0)this.r=this.g=this.b=i;else{let s=i<=.5?i*(1+t):i+t-i*t,a=2*i-s;this.r=Id(a,s,e+1/3),this.g=Id(a,s,e),this.b=Id(a,s,e-1/3)}return Dt.colorSpaceToWorking(this,r),this}setStyle(e,t=Gi){function i(s){s!==void 0&&parseFloat(s)<1&&st("Color: Alpha component of "+e+" will be ignored.")}let r;if(r=/^(\w+)\(([^\)]*)\)/.exec(e)){let s,a=r[1],o=r[2];switch(a){case"rgb":case"rgba":if(s=/^\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(o))return i(s[4]),this.setRGB(Math.min(255,parseInt(s[1],10))/255,Math.min(255,parseInt(s[2],10))/255,Math.min(255,parseInt(s[3],10))/255,t);if(s=/^\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(o))return i(s[4]),this.setRGB(Math.min(100,parseFloat(s[1]))/100,Math.min(100,parseFloat(s[2]))/100,Math.min(100,parseFloat(s[3]))/100,t);break;case"hsl":case"hsla":if(s=/^\s*([+-]?(?:\d+(?:\.\d+)?|\.\d+))\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(o))return i(s[4]),this.setHSL(parseFloat(s[1])/360,parseFloat(s[2])/100,parseFloat(s[3])/100,t);break;default:st("Color: Unknown color model "+e)}}else if(r=/^\#([A-Fa-f\d]+)$/.exec(e)){let s=r[1],a=s.length;if(a===3)return this.setRGB(parseInt(s.charAt(0),16)/15,parseInt(s.charAt(1),16)/15,parseInt(s.charAt(2),16)/15,t);if(a===6)return this.setHex(parseInt(s,16),t);st("Color: Invalid hex color "+e)}else if(e&&e.length>0)return this.setColorName(e,t);return this}setColorName(e,t=Gi){let i=ax[e.toLowerCase()];return i!==void 0?this.setHex(i,t):st("Color: Unknown color "+e),this}clone(){return new this.constructor(this.r,this.g,this.b)}copy(e){return this.r=e.r,this.g=e.g,this.b=e.b,this}copySRGBToLinear(e){return this.r=us(e.r),this.g=us(e.g),this.b=us(e.b),this}copyLinearToSRGB(e){return this.r=So(e.r),this.g=So(e.g),this.b=So(e.b),this}convertSRGBToLinear(){return this.copySRGBToLinear(this),this}convertLinearToSRGB(){return this.copyLinearToSRGB(this),this}getHex(e=Gi){return Dt.workingToColorSpace(hi.copy(this),e),Math.round(Tt(hi.r*255,0,255))*65536+Math.round(Tt(hi.g*255,0,255))*256+Math.round(Tt(hi.b*255,0,255))}getHexString(e=Gi){return("000000"+this.getHex(e).toString(16)).slice(-6)}getHSL(e,t=Dt.workingColorSpace){Dt.workingToColorSpace(hi.copy(this),t);let i=hi.r,r=hi.g,s=hi.b,a=Math.max(i,r,s),o=Math.min(i,r,s),l,c,u=(o+a)/2;if(o===a)l=0,c=0;else{let h=a-o;switch(c=u<=.5?h/(a+o):h/(2-a-o),a){case i:l=(r-s)/h+(r<s?6:0);break;case r:l=(s-i)/h+2;break;case s:l=(i-r)/h+4;break}l/=6}return e.h=l,e.s=c,e.l=u,e}getRGB(e,t=Dt.workingColorSpace){return Dt.workingToColorSpace(hi.copy(this),t),e.r=hi.r,e.g=hi.g,e.b=hi.b,e}getStyle(e=Gi){Dt.workingToColorSpace(hi.copy(this),e);let t=hi.r,i=hi.g,r=hi.b;return e!==Gi?`color(${e} ${t.toFixed(3)} ${i.toFixed(3)} ${r.toFixed(3)})`:`rgb(${Math.round(t*255)},${Math.round(i*255)},${Math.round(r*255)})`}offsetHSL(e,t,i){return this.getHSL(Os),this.setHSL(Os.h+e,Os.s+t,Os.l+i)}add(e){return this.r+=e.r,this.g+=e.g,this.b+=e.b,this}addColors(e,t){return this.r=e.r+t.r,this.g=e.g+t.g,this.b=e.b+t.b,this}addScalar(e){return this.r+=e,this.g+=e,this.b+=e,this}sub(e){return this.r=Math.max(0,this.r-e.r),this.g=Math.max(0,this.g-e.g),this.b=Math.max(0,this.b-e.b),this}multiply(e){return this.r*=e.r,this.g*=e.g,this.b*=e.b,this}multiplyScalar(e){return this.r*=e,this.g*=e,this.b*=e,this}lerp(e,t){return this.r+=(e.r-this.r)*t,this.g+=(e.g-this.g)*t,this.b+=(e.b-this.b)*t,this}lerpColors(e,t,i){return this.r=e.r+(t.r-e.r)*i,this.g=e.g+(t.g-e.g)*i,this.b=e.b+(t.b-e.b)*i,this}lerpHSL(e,t){this.getHSL(Os),e.getHSL(A0);let i=Pl(Os.h,A0.h,t),r=Pl(Os.s,A0.s,t),s=Pl(Os.l,A0.l,t);return this.setHSL(i,r,s),this}setFromVector3(e){return this.r=e.x,this.g=e.y,this.b=e.z,this}applyMatrix3(e){let t=this.r,i=this.g,r=this.b,s=e.elements;return this.r=s[0]*t+s[3]*i+s[6]*r,this.g=s[1]*t+s[4]*i+s[7]*r,this.b=s[2]*t+s[5]*i+s[8]*r,this}equals(e){return e.r===this.r&&e.g===this.g&&e.b===this.b}fromArray(e,t=0){return this.r=e[t],this.g=e[t+1],this.b=e[t+2],this}toArray(e=[],t=0){return e[t]=this.r,e[t+1]=this.g,e[t+2]=this.b,e}fromBufferAttribute(e,t){return this.r=e.getX(t),this.g=e.getY(t),this.b=e.getZ(t),this}toJSON(){return this.getHex()}*[Symbol.iterator](){yield this.r,yield this.g,yield this.b}},hi=new yt;yt.NAMES=ax;var kl=class extends si{constructor(){super(),this.isScene=!0,this.type="Scene",this.background=null,this.environment=null,this.fog=null,this.backgroundBlurriness=0,this.backgroundIntensity=1,this.backgroundRotation=new Or,this.environmentIntensity=1,this.environmentRotation=new Or,this.overrideMaterial=null,typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}copy(e,t){return super.copy(e,t),this.background=e.background!==null?e.background.clone():null,this.environment=e.environment!==null?e.environment.clone():null,this.fog=e.fog!==null?e.fog.clone():null,this.backgroundBlurriness=e.backgroundBlurriness,this.backgroundIntensity=e.backgroundIntensity,this.backgroundRotation.copy(e.backgroundRotation),this.environmentIntensity=e.environmentIntensity,this.environmentRotation.copy(e.environmentRotation),this.overrideMaterial=e.overrideMaterial!==null?e.overrideMaterial.clone():null,this.matrixAutoUpdate=e.matrixAutoUpdate,this}toJSON(e){let t=super.toJSON(e);return this.fog!==null&&(t.object.fog=this.fog.toJSON()),t.object.backgroundBlurriness=this.backgroundBlurriness,t.object.backgroundIntensity=this.backgroundIntensity,t.object.backgroundRotation=this.backgroundRotation.toArray(),t.object.environmentIntensity=this.environmentIntensity,t.object.environmentRotation=this.environmentRotation.toArray(),t}},dr=new j,as=new j,Dd=new j,os=new j,ho=new j,fo=new j,a_=new j,Ld=new j,Nd=new j,Ud=new j,Fd=new Nn,Od=new Nn,kd=new Nn,Hs=class n{constructor(e=new j,t=new j,i=new j){this.a=e,this.b=t,this.c=i}static getNormal(e,t,i,r){r.subVectors(i,t),dr.subVectors(e,t),r.cross(dr);let s=r.lengthSq();return s>0?r.multiplyScalar(1/Math.sqrt(s)):r.set(0,0,0)}static getBarycoord(e,t,i,r,s){dr.subVectors(r,t),as.subVectors(i,t),Dd.subVectors(e,t);let a=dr.dot(dr),o=dr.dot(as),l=dr.dot(Dd),c=as.dot(as),u=as.dot(Dd),h=a*c-o*o;if(h===0)return s.set(0,0,0),null;let f=1/h,d=(c*l-o*u)*f,v=(a*u-o*l)*f;return s.set(1-d-v,v,d)}static containsPoint(e,t,i,r){return this.getBarycoord(e,t,i,r,os)===null?!1:os.x>=0&&os.y>=0&&os.x+os.y<=1}static getInterpolation(e,t,i,r,s,a,o,l){return this.getBarycoord(e,t,i,r,os)===null?(l.x=0,l.y=0,"z"in l&&(l.z=0),"w"in l&&(l.w=0),null):(l.setScalar(0),l.addScaledVector(s,os.x),l.addScaledVector(a,os.y),l.addScaledVector(o,os.z),l)}static getInterpolatedAttribute(e,t,i,r,s,a){return Fd.setScalar(0),Od.setScalar(0),kd.setScalar(0),Fd.fromBufferAttribute(e,t),Od.fromBufferAttribute(e,i),kd.fromBufferAttribute(e,r),a.setScalar(0),a.addScaledVector(Fd,s.x),a.addScaledVector(Od,s.y),a.addScaledVector(kd,s.z),a}static isFrontFacing(e,t,i,r){return dr.subVectors(i,t),as.subVectors(e,t),dr.cross(as).dot(r)<0}set(e,t,i){return this.a.copy(e),this.b.copy(t),this.c.copy(i),this}setFromPointsAndIndices(e,t,i,r){return this.a.copy(e[t]),this.b.copy(e[i]),this.c.copy(e[r]),this}setFromAttributeAndIndices(e,t,i,r){return this.a.fromBufferAttribute(e,t),this.b.fromBufferAttribute(e,i),this.c.fromBufferAttribute(e,r),this}clone(){return new this.constructor().copy(this)}copy(e){return this.a.copy(e.a),this.b.copy(e.b),this.c.copy(e.c),this}getArea(){return dr.subVectors(this.c,this.b),as.subVectors(this.a,this.b),dr.cross(as).length()*.5}getMidpoint(e){return e.addVectors(this.a,this.b).add(this.c).multiplyScalar(1/3)}getNormal(e){return n.getNormal(this.a,this.b,this.c,e)}getPlane(e){return e.setFromCoplanarPoints(this.a,this.b,this.c)}getBarycoord(e,t){return n.getBarycoord(e,this.a,this.b,this.c,t)}getInterpolation(e,t,i,r,s){return n.getInterpolation(e,this.a,this.b,this.c,t,i,r,s)}containsPoint(e){return n.containsPoint(e,this.a,this.b,this.c)}isFrontFacing(e){return n.isFrontFacing(this.a,this.b,this.c,e)}intersectsBox(e){return e.intersectsTriangle(this)}closestPointToPoint(e,t){let i=this.a,r=this.b,s=this.c,a,o;ho.subVectors(r,i),fo.subVectors(s,i),Ld.subVectors(e,i);let l=ho.dot(Ld),c=fo.dot(Ld);if(l<=0&&c<=0)return t.copy(i);Nd.subVectors(e,r);let u=ho.dot(Nd),h=fo.dot(Nd);if(u>=0&&h<=u)return t.copy(r);let f=l*h-u*c;if(f<=0&&l>=0&&u<=0&&l-u>0)return a=l/(l-u),t.copy(i).addScaledVector(ho,a);Ud.subVectors(e,s);let d=ho.dot(Ud),v=fo.dot(Ud);if(v>=0&&d<=v)return t.copy(s);let b=d*c-l*v;if(b<=0&&c>=0&&v<=0)return o=c/(c-v),t.copy(i).addScaledVector(fo,o);let g=u*v-d*h;if(g<=0&&h-u>=0&&d-v>=0)return a_.subVectors(s,r),o=(h-u)/(h-u+(d-v)),t.copy(r).addScaledVector(a_,o);let m=1/(g+b+f);return a=b*m,o=f*m,t.copy(i).addScaledVector(ho,a).addScaledVector(fo,o)}equals(e){return e.a.equals(this.a)&&e.b.equals(this.b)&&e.c.equals(this.c)}},kr=class{constructor(e=new j(1/0,1/0,1/0),t=new j(-1/0,-1/0,-1/0)){this.isBox3=!0,this.min=e,this.max=t}set(e,t){return this.min.copy(e),this.max.copy(t),this}setFromArray(e){this.makeEmpty();for(let t=0,i=e.length;t<i;t+=3)this.expandByPoint(pr.fromArray(e,t));return this}setFromBufferAttribute(e){this.makeEmpty();for(let t=0,i=e.count;t<i;t++)this.expandByPoint(pr.fromBufferAttribute(e,t));return this}setFromPoints(e){this.makeEmpty();for(let t=0,i=e.length;t<i;t++)this.expandByPoint(e[t]);return this}setFromCenterAndSize(e,t){let i=pr.copy(t).multiplyScalar(.5);return this.min.copy(e).sub(i),this.max.copy(e).add(i),this}setFromObject(e,t=!1){return this.makeEmpty(),this.expandByObject(e,t)}clone(){return new this.constructor().copy(this)}copy(e){return this.min.copy(e.min),this.max.copy(e.max),this}makeEmpty(){return this.min.x=this.min.y=this.min.z=1/0,this.max.x=this.max.y=this.max.z=-1/0,this}isEmpty(){return this.max.x<this.min.x||this.max.y<this.min.y||this.max.z<this.min.z}getCenter(e){return this.isEmpty()?e.set(0,0,0):e.addVectors(this.min,this.max).multiplyScalar(.5)}getSize(e){return this.isEmpty()?e.set(0,0,0):e.subVectors(this.max,this.min)}expandByPoint(e){return this.min.min(e),this.max.max(e),this}expandByVector(e){return this.min.sub(e),this.max.add(e),this}expandByScalar(e){return this.min.addScalar(-e),this.max.addScalar(e),this}expandByObject(e,t=!1){e.updateWorldMatrix(!1,!1);let i=e.geometry;if(i!==void 0){let s=i.getAttribute("position");if(t===!0&&s!==void 0&&e.isInstancedMesh!==!0&&e.isBatchedMesh!==!0)for(let a=0,o=s.count;a<o;a++)e.isMesh===!0?e.getVertexPosition(a,pr):pr.fromBufferAttribute(s,a),pr.applyMatrix4(e.matrixWorld),this.expandByPoint(pr);else e.boundingBox!==void 0?(e.boundingBox===null&&e.computeBoundingBox(),E0.copy(e.boundingBox)):(i.boundingBox===null&&i.computeBoundingBox(),E0.copy(i.boundingBox)),E0.applyMatrix4(e.matrixWorld),this.union(E0)}let r=e.children;for(let s=0,a=r.length;s<a;s++)this.expandByObject(r[s],t);return this}containsPoint(e){return e.x>=this.min.x&&e.x<=this.max.x&&e.y>=this.min.y&&e.y<=this.max.y&&e.z>=this.min.z&&e.z<=this.max.z}containsBox(e){return this.min.x<=e.min.x&&e.max.x<=this.max.x&&this.min.y<=e.min.y&&e.max.y<=this.max.y&&this.min.z<=e.min.z&&e.max.z<=this.max.z}getParameter(e,t){return t.set((e.x-this.min.x)/(this.max.x-this.min.x),(e.y-this.min.y)/(this.max.y-this.min.y),(e.z-this.min.z)/(this.max.z-this.min.z))}intersectsBox(e){return e.max.x>=this.min.x&&e.min.x<=this.max.x&&e.max.y>=this.min.y&&e.min.y<=this.max.y&&e.max.z>=this.min.z&&e.min.z<=this.max.z}intersectsSphere(e){return this.clampPoint(e.center,pr),pr.distanceToSquared(e.center)<=e.radius*e.radius}intersectsPlane(e){let t,i;return e.normal.x>0?(t=e.normal.x*this.min.x,i=e.normal.x*this.max.x):(t=e.normal.x*this.max.x,i=e.normal.x*this.min.x),e.normal.y>0?(t+=e.normal.y*this.min.y,i+=e.normal.y*this.max.y):(t+=e.normal.y*this.max.y,i+=e.normal.y*this.min.y),e.normal.z>0?(t+=e.normal.z*this.min.z,i+=e.normal.z*this.max.z):(t+=e.normal.z*this.max.z,i+=e.normal.z*this.min.z),t<=-e.constant&&i>=-e.constant}intersectsTriangle(e){if(this.isEmpty())return!1;this.getCenter(Sl),C0.subVectors(this.max,Sl),po.subVectors(e.a,Sl),mo.subVectors(e.b,Sl),go.subVectors(e.c,Sl),ks.subVectors(mo,po),Bs.subVectors(go,mo),ga.subVectors(po,go);let t=[0,-ks.z,ks.y,0,-Bs.z,Bs.y,0,-ga.z,ga.y,ks.z,0,-ks.x,Bs.z,0,-Bs.x,ga.z,0,-ga.x,-ks.y,ks.x,0,-Bs.y,Bs.x,0,-ga.y,ga.x,0];return!Bd(t,po,mo,go,C0)||(t=[1,0,0,0,1,0,0,0,1],!Bd(t,po,mo,go,C0))?!1:(R0.crossVectors(ks,Bs),t=[R0.x,R0.y,R0.z],Bd(t,po,mo,go,C0))}clampPoint(e,t){return t.copy(e).clamp(this.min,this.max)}distanceToPoint(e){return this.clampPoint(e,pr).distanceTo(e)}getBoundingSphere(e){return this.isEmpty()?e.makeEmpty():(this.getCenter(e.center),e.radius=this.getSize(pr).length()*.5),e}intersect(e){return this.min.max(e.min),this.max.min(e.max),this.isEmpty()&&this.makeEmpty(),this}union(e){return this.min.min(e.min),this.max.max(e.max),this}applyMatrix4(e){return this.isEmpty()?this:(ls[0].set(this.min.x,this.min.y,this.min.z).applyMatrix4(e),ls[1].set(this.min.x,this.min.y,this.max.z).applyMatrix4(e),ls[2].set(this.min.x,this.max.y,this.min.z).applyMatrix4(e),ls[3].set(this.min.x,this.max.y,this.max.z).applyMatrix4(e),ls[4].set(this.max.x,this.min.y,this.min.z).applyMatrix4(e),ls[5].set(this.max.x,this.min.y,this.max.z).applyMatrix4(e),ls[6].set(this.max.x,this.max.y,this.min.z).applyMatrix4(e),ls[7].set(this.max.x,this.max.y,this.max.z).applyMatrix4(e),this.setFromPoints(ls),this)}translate(e){return this.min.add(e),this.max.add(e),this}equals(e){return e.min.equals(this.min)&&e.max.equals(this.max)}toJSON(){return{min:this.min.toArray(),max:this.max.toArray()}}fromJSON(e){return this.min.fromArray(e.min),this.max.fromArray(e.max),this}},ls=[new j,new j,new j,new j,new j,new j,new j,new j],pr=new j,E0=new kr,po=new j,mo=new j,go=new j,ks=new j,Bs=new j,ga=new j,Sl=new j,C0=new j,R0=new j,va=new j;function Bd(n,e,t,i,r){for(let s=0,a=n.length-3;s<=a;s+=3){va.fromArray(n,s);let o=r.x*Math.abs(va.x)+r.y*Math.abs(va.y)+r.z*Math.abs(va.z),l=e.dot(va),c=t.dot(va),u=i.dot(va);if(Math.max(-Math.max(l,c,u),Math.min(l,c,u))>o)return!1}return!0}var Vn=new j,P0=new tt,lS=0,Wi=class extends gr{constructor(e,t,i=!1){if(super(),Array.isArray(e))throw new TypeError("THREE.BufferAttribute: array should be a Typed Array.");this.isBufferAttribute=!0,Object.defineProperty(this,"id",{value:lS++}),this.name="",this.array=e,this.itemSize=t,this.count=e!==void 0?e.length/t:0,this.normalized=i,this.usage=Q_,this.updateRanges=[],this.gpuType=rr,this.version=0,this._normalizationScale=e!==void 0?Ep(e):void 0}onUploadCallback(){}set needsUpdate(e){e===!0&&this.version++}setUsage(e){return this.usage=e,this}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}copy(e){return this.name=e.name,this.array=new e.array.constructor(e.array),this.itemSize=e.itemSize,this.count=e.count,this.normalized=e.normalized,this.usage=e.usage,this.gpuType=e.gpuType,this._normalizationScale=e._normalizationScale,this}copyAt(e,t,i){e*=this.itemSize,i*=t.itemSize;for(let r=0,s=this.itemSize;r<s;r++)this.array[e+r]=t.array[i+r];return this}copyArray(e){return this.array.set(e),this}applyMatrix3(e){if(this.itemSize===2)for(let t=0,i=this.count;t<i;t++)P0.fromBufferAttribute(this,t),P0.applyMatrix3(e),this.setXY(t,P0.x,P0.y);else if(this.itemSize===3)for(let t=0,i=this.count;t<i;t++)Vn.fromBufferAttribute(this,t),Vn.applyMatrix3(e),this.setXYZ(t,Vn.x,Vn.y,Vn.z);return this}applyMatrix4(e){for(let t=0,i=this.count;t<i;t++)Vn.fromBufferAttribute(this,t),Vn.applyMatrix4(e),this.setXYZ(t,Vn.x,Vn.y,Vn.z);return this}applyNormalMatrix(e){for(let t=0,i=this.count;t<i;t++)Vn.fromBufferAttribute(this,t),Vn.applyNormalMatrix(e),this.setXYZ(t,Vn.x,Vn.y,Vn.z);return this}transformDirection(e){for(let t=0,i=this.count;t<i;t++)Vn.fromBufferAttribute(this,t),Vn.transformDirection(e),this.setXYZ(t,Vn.x,Vn.y,Vn.z);return this}set(e,t=0){return this.array.set(e,t),this}getComponent(e,t){let i=this.array[e*this.itemSize+t];return this.normalized&&(i=this._denormalize(i)),i}setComponent(e,t,i){return this.normalized&&(i=this._normalize(i)),this.array[e*this.itemSize+t]=i,this}getX(e){let t=this.array[e*this.itemSize];return this.normalized&&(t=this._denormalize(t)),t}setX(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize]=t,this}getY(e){let t=this.array[e*this.itemSize+1];return this.normalized&&(t=this._denormalize(t)),t}setY(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+1]=t,this}getZ(e){let t=this.array[e*this.itemSize+2];return this.normalized&&(t=this._denormalize(t)),t}setZ(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+2]=t,this}getW(e){let t=this.array[e*this.itemSize+3];return this.normalized&&(t=this._denormalize(t)),t}setW(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+3]=t,this}setXY(e,t,i){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),i=this._normalize(i)),this.array[e+0]=t,this.array[e+1]=i,this}setXYZ(e,t,i,r){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),i=this._normalize(i),r=this._normalize(r)),this.array[e+0]=t,this.array[e+1]=i,this.array[e+2]=r,this}setXYZW(e,t,i,r,s){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),i=this._normalize(i),r=this._normalize(r),s=this._normalize(s)),this.array[e+0]=t,this.array[e+1]=i,this.array[e+2]=r,this.array[e+3]=s,this}onUpload(e){return this.onUploadCallback=e,this}clone(){return new this.constructor(this.array,this.itemSize).copy(this)}toJSON(){let e={itemSize:this.itemSize,type:this.array.constructor.name,array:Array.from(this.array),normalized:this.normalized};return e.name=this.name,e.usage=this.usage,e.gpuType=this.gpuType,e}dispose(){this.dispatchEvent({type:"dispose"})}_denormalize(e){let t=this._normalizationScale;return t!==void 0?Math.max(e/t,-1):rx(e,this.array)}_normalize(e){let t=this._normalizationScale;return t!==void 0?Math.round(e*t):sx(e,this.array)}};var Bl=class extends Wi{constructor(e,t,i){super(new Uint16Array(e),t,i)}};var zl=class extends Wi{constructor(e,t,i){super(new Uint32Array(e),t,i)}};var rn=class extends Wi{constructor(e,t,i){super(new Float32Array(e),t,i)}},cS=new kr,Ml=new j,zd=new j,hs=class{constructor(e=new j,t=-1){this.isSphere=!0,this.center=e,this.radius=t}set(e,t){return this.center.copy(e),this.radius=t,this}setFromPoints(e,t){let i=this.center;t!==void 0?i.copy(t):cS.setFromPoints(e).getCenter(i);let r=0;for(let s=0,a=e.length;s<a;s++)r=Math.max(r,i.distanceToSquared(e[s]));return this.radius=Math.sqrt(r),this}copy(e){return this.center.copy(e.center),this.radius=e.radius,this}isEmpty(){return this.radius<0}makeEmpty(){return this.center.set(0,0,0),this.radius=-1,this}containsPoint(e){return e.distanceToSquared(this.center)<=this.radius*this.radius}distanceToPoint(e){return e.distanceTo(this.center)-this.radius}intersectsSphere(e){let t=this.radius+e.radius;return e.center.distanceToSquared(this.center)<=t*t}intersectsBox(e){return e.intersectsSphere(this)}intersectsPlane(e){return Math.abs(e.distanceToPoint(this.center))<=this.radius}clampPoint(e,t){let i=this.center.distanceToSquared(e);return t.copy(e),i>this.radius*this.radius&&(t.sub(this.center).normalize(),t.multiplyScalar(this.radius).add(this.center)),t}getBoundingBox(e){return this.isEmpty()?(e.makeEmpty(),e):(e.set(this.center,this.center),e.expandByScalar(this.radius),e)}applyMatrix4(e){return this.center.applyMatrix4(e),this.radius=this.radius*e.getMaxScaleOnAxis(),this}translate(e){return this.center.add(e),this}expandByPoint(e){if(this.isEmpty())return this.center.copy(e),this.radius=0,this;Ml.subVectors(e,this.center);let t=Ml.lengthSq();if(t>this.radius*this.radius){let i=Math.sqrt(t),r=(i-this.radius)*.5;this.center.addScaledVector(Ml,r/i),this.radius+=r}return this}union(e){return e.isEmpty()?this:this.isEmpty()?(this.copy(e),this):(this.center.equals(e.center)===!0?this.radius=Math.max(this.radius,e.radius):(zd.subVectors(e.center,this.center).setLength(e.radius),this.expandByPoint(Ml.copy(e.center).add(zd)),this.expandByPoint(Ml.copy(e.center).sub(zd))),this)}equals(e){return e.center.equals(this.center)&&e.radius===this.radius}clone(){return new this.constructor().copy(this)}toJSON(){return{radius:this.radius,center:this.center.toArray()}}fromJSON(e){return this.radius=e.radius,this.center.fromArray(e.center),this}},uS=0,er=new Zt,Hd=new si,vo=new j,Hi=new kr,wl=new kr,ni=new j,fi=class n extends gr{constructor(){super(),this.isBufferGeometry=!0,Object.defineProperty(this,"id",{value:uS++}),this.uuid=Fo(),this.name="",this.type="BufferGeometry",this.index=null,this.indirect=null,this.indirectOffset=0,this.attributes={},this.morphAttributes={},this.morphTargetsRelative=!1,this.groups=[],this.boundingBox=null,this.boundingSphere=null,this.drawRange={start:0,count:1/0},this.userData={},this._transformed=!1}getIndex(){return this.index}setIndex(e){return Array.isArray(e)?this.index=new(Fb(e)?zl:Bl)(e,1):this.index=e,this}setIndirect(e,t=0){return this.indirect=e,this.indirectOffset=t,this}getIndirect(){return this.indirect}getAttribute(e){return this.attributes[e]}setAttribute(e,t){return this.attributes[e]=t,this}deleteAttribute(e){return delete this.attributes[e],this}hasAttribute(e){return this.attributes[e]!==void 0}addGroup(e,t,i=0){this.groups.push({start:e,count:t,materialIndex:i})}clearGroups(){this.groups=[]}setDrawRange(e,t){this.drawRange.start=e,this.drawRange.count=t}applyMatrix4(e){let t=this.attributes.position;t!==void 0&&(t.applyMatrix4(e),t.needsUpdate=!0);let i=this.attributes.normal;if(i!==void 0){let s=new mt().getNormalMatrix(e);i.applyNormalMatrix(s),i.needsUpdate=!0}let r=this.attributes.tangent;return r!==void 0&&(r.transformDirection(e),r.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this._transformed=!0,this}applyQuaternion(e){return er.makeRotationFromQuaternion(e),this.applyMatrix4(er),this}rotateX(e){return er.makeRotationX(e),this.applyMatrix4(er),this}rotateY(e){return er.makeRotationY(e),this.applyMatrix4(er),this}rotateZ(e){return er.makeRotationZ(e),this.applyMatrix4(er),this}translate(e,t,i){return er.makeTranslation(e,t,i),this.applyMatrix4(er),this}scale(e,t,i){return er.makeScale(e,t,i),this.applyMatrix4(er),this}lookAt(e){return Hd.lookAt(e),Hd.updateMatrix(),this.applyMatrix4(Hd.matrix),this}center(){return this.computeBoundingBox(),this.boundingBox.getCenter(vo).negate(),this.translate(vo.x,vo.y,vo.z),this}setFromPoints(e){let t=this.getAttribute("position");if(t===void 0){let i=[];for(let r=0,s=e.length;r<s;r++){let a=e[r];i.push(a.x,a.y,a.z||0)}this.setAttribute("position",new rn(i,3))}else{let i=Math.min(e.length,t.count);for(let r=0;r<i;r++){let s=e[r];t.setXYZ(r,s.x,s.y,s.z||0)}e.length>t.count&&st("BufferGeometry: Buffer size too small for points data. Use .dispose() and create a new geometry."),t.needsUpdate=!0}return this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new kr);let e=this.attributes.position,t=this.morphAttributes.position;if(e&&e.isGLBufferAttribute){ft("BufferGeometry.computeBoundingBox(): GLBufferAttribute requires a manual bounding box.",this),this.boundingBox.set(new j(-1/0,-1/0,-1/0),new j(1/0,1/0,1/0));return}if(e!==void 0){if(this.boundingBox.setFromBufferAttribute(e),t)for(let i=0,r=t.length;i<r;i++){let s=t[i];Hi.setFromBufferAttribute(s),this.morphTargetsRelative?(ni.addVectors(this.boundingBox.min,Hi.min),this.boundingBox.expandByPoint(ni),ni.addVectors(this.boundingBox.max,Hi.max),this.boundingBox.expandByPoint(ni)):(this.boundingBox.expandByPoint(Hi.min),this.boundingBox.expandByPoint(Hi.max))}}else this.boundingBox.makeEmpty();(isNaN(this.boundingBox.min.x)||isNaN(this.boundingBox.min.y)||isNaN(this.boundingBox.min.z))&&ft('BufferGeometry.computeBoundingBox(): Computed min/max have NaN values. The "position" attribute is likely to have NaN values.',this)}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new hs);let e=this.attributes.position,t=this.morphAttributes.position;if(e&&e.isGLBufferAttribute){ft("BufferGeometry.computeBoundingSphere(): GLBufferAttribute requires a manual bounding sphere.",this),this.boundingSphere.set(new j,1/0);return}if(e){let i=this.boundingSphere.center;if(Hi.setFromBufferAttribute(e),t)for(let s=0,a=t.length;s<a;s++){let o=t[s];wl.setFromBufferAttribute(o),this.morphTargetsRelative?(ni.addVectors(Hi.min,wl.min),Hi.expandByPoint(ni),ni.addVectors(Hi.max,wl.max),Hi.expandByPoint(ni)):(Hi.expandByPoint(wl.min),Hi.expandByPoint(wl.max))}Hi.getCenter(i);let r=0;for(let s=0,a=e.count;s<a;s++)ni.fromBufferAttribute(e,s),r=Math.max(r,i.distanceToSquared(ni));if(t)for(let s=0,a=t.length;s<a;s++){let o=t[s],l=this.morphTargetsRelative;for(let c=0,u=o.count;c<u;c++)ni.fromBufferAttribute(o,c),l&&(vo.fromBufferAttribute(e,c),ni.add(vo)),r=Math.max(r,i.distanceToSquared(ni))}this.boundingSphere.radius=Math.sqrt(r),isNaN(this.boundingSphere.radius)&&ft('BufferGeometry.computeBoundingSphere(): Computed radius is NaN. The "position" attribute is likely to have NaN values.',this)}}computeTangents(){let e=this.index,t=this.attributes;if(e===null||t.position===void 0||t.normal===void 0||t.uv===void 0){ft("BufferGeometry: .computeTangents() failed. Missing required attributes (index, position, normal or uv)");return}let i=t.position,r=t.normal,s=t.uv,a=this.getAttribute("tangent");(a===void 0||a.count!==i.count)&&(a=new Wi(new Float32Array(4*i.count),4),this.setAttribute("tangent",a));let o=[],l=[],c=new Uint8Array(i.count);for(let H=0;H<i.count;H++)o[H]=new j,l[H]=new j;let u=new j,h=new j,f=new j,d=new tt,v=new tt,b=new tt,g=new j,m=new j;function y(H,F,U){c[H]=c[F]=c[U]=1,u.fromBufferAttribute(i,H),h.fromBufferAttribute(i,F),f.fromBufferAttribute(i,U),d.fromBufferAttribute(s,H),v.fromBufferAttribute(s,F),b.fromBufferAttribute(s,U),h.sub(u),f.sub(u),v.sub(d),b.sub(d);let W=1/(v.x*b.y-b.x*v.y);isFinite(W)&&(g.copy(h).multiplyScalar(b.y).addScaledVector(f,-v.y).multiplyScalar(W),m.copy(f).multiplyScalar(v.x).addScaledVector(h,-b.x).multiplyScalar(W),o[H].add(g),o[F].add(g),o[U].add(g),l[H].add(m),l[F].add(m),l[U].add(m))}let P=this.groups;P.length===0&&(P=[{start:0,count:e.count}]);for(let H=0,F=P.length;H<F;++H){let U=P[H],W=U.start,J=U.count;for(let O=W,X=W+J;O<X;O+=3)y(e.getX(O+0),e.getX(O+1),e.getX(O+2))}let M=new j,D=new j,R=new j,x=new j;function A(H){R.fromBufferAttribute(r,H),x.copy(R);let F=o[H];M.copy(F),M.sub(R.multiplyScalar(R.dot(F))).normalize(),D.crossVectors(x,F);let W=D.dot(l[H])<0?-1:1;a.setXYZW(H,M.x,M.y,M.z,W)}for(let H=0,F=i.count;H<F;++H)c[H]&&A(H);this._transformed=!0}computeVertexNormals(){let e=this.index,t=this.getAttribute("position");if(t!==void 0){let i=this.getAttribute("normal");if(i===void 0||i.count!==t.count)i=new Wi(new Float32Array(t.count*3),3),this.setAttribute("normal",i);else for(let f=0,d=i.count;f<d;f++)i.setXYZ(f,0,0,0);let r=new j,s=new j,a=new j,o=new j,l=new j,c=new j,u=new j,h=new j;if(e)for(let f=0,d=e.count;f<d;f+=3){let v=e.getX(f+0),b=e.getX(f+1),g=e.getX(f+2);r.fromBufferAttribute(t,v),s.fromBufferAttribute(t,b),a.fromBufferAttribute(t,g),u.subVectors(a,s),h.subVectors(r,s),u.cross(h),o.fromBufferAttribute(i,v),l.fromBufferAttribute(i,b),c.fromBufferAttribute(i,g),o.add(u),l.add(u),c.add(u),i.setXYZ(v,o.x,o.y,o.z),i.setXYZ(b,l.x,l.y,l.z),i.setXYZ(g,c.x,c.y,c.z)}else for(let f=0,d=t.count;f<d;f+=3)r.fromBufferAttribute(t,f+0),s.fromBufferAttribute(t,f+1),a.fromBufferAttribute(t,f+2),u.subVectors(a,s),h.subVectors(r,s),u.cross(h),i.setXYZ(f+0,u.x,u.y,u.z),i.setXYZ(f+1,u.x,u.y,u.z),i.setXYZ(f+2,u.x,u.y,u.z);this.normalizeNormals(),i.needsUpdate=!0}}normalizeNormals(){let e=this.attributes.normal;for(let t=0,i=e.count;t<i;t++)ni.fromBufferAttribute(e,t),ni.normalize(),e.setXYZ(t,ni.x,ni.y,ni.z)}toNonIndexed(){function e(o,l){let c=o.array,u=o.itemSize,h=o.normalized,f=new c.constructor(l.length*u),d=0,v=0;for(let b=0,g=l.length;b<g;b++){o.isInterleavedBufferAttribute?d=l[b]*o.data.stride+o.offset:d=l[b]*u;for(let m=0;m<u;m++)f[v++]=c[d++]}return new Wi(f,u,h)}if(this.index===null)return st("BufferGeometry.toNonIndexed(): BufferGeometry is already non-indexed."),this;let t=new n,i=this.index.array,r=this.attributes;for(let o in r){let l=r[o],c=e(l,i);t.setAttribute(o,c)}let s=this.morphAttributes;for(let o in s){let l=[],c=s[o];for(let u=0,h=c.length;u<h;u++){let f=c[u],d=e(f,i);l.push(d)}t.morphAttributes[o]=l}t.morphTargetsRelative=this.morphTargetsRelative;let a=this.groups;for(let o=0,l=a.length;o<l;o++){let c=a[o];t.addGroup(c.start,c.count,c.materialIndex)}return t}toJSON(){let e={metadata:{version:4.7,type:"BufferGeometry",generator:"BufferGeometry.toJSON"}};if(e.uuid=this.uuid,e.type=this.parameters!==void 0&&this._transformed===!0?"BufferGeometry":this.type,e.name=this.name,Object.keys(this.userData).length>0&&(e.userData=this.userData),this.parameters!==void 0&&this._transformed!==!0){let l=this.parameters;for(let c in l)l[c]!==void 0&&(e[c]=l[c]);return e}e.data={attributes:{}};let t=this.index;t!==null&&(e.data.index={type:t.array.constructor.name,array:Array.prototype.slice.call(t.array)});let i=this.attributes;for(let l in i){let c=i[l];e.data.attributes[l]=c.toJSON(e.data)}let r={},s=!1;for(let l in this.morphAttributes){let c=this.morphAttributes[l],u=[];for(let h=0,f=c.length;h<f;h++){let d=c[h];u.push(d.toJSON(e.data))}u.length>0&&(r[l]=u,s=!0)}s&&(e.data.morphAttributes=r,e.data.morphTargetsRelative=this.morphTargetsRelative);let a=this.groups;a.length>0&&(e.data.groups=JSON.parse(JSON.stringify(a)));let o=this.boundingSphere;return o!==null&&(e.data.boundingSphere=o.toJSON()),e}clone(){return new this.constructor().copy(this)}copy(e){this.index=null,this.attributes={},this.morphAttributes={},this.groups=[],this.boundingBox=null,this.boundingSphere=null;let t={};this.name=e.name;let i=e.index;i!==null&&this.setIndex(i.clone());let r=e.attributes;for(let c in r){let u=r[c];this.setAttribute(c,u.clone(t))}let s=e.morphAttributes;for(let c in s){let u=[],h=s[c];for(let f=0,d=h.length;f<d;f++)u.push(h[f].clone(t));this.morphAttributes[c]=u}this.morphTargetsRelative=e.morphTargetsRelative;let a=e.groups;for(let c=0,u=a.length;c<u;c++){let h=a[c];this.addGroup(h.start,h.count,h.materialIndex)}let o=e.boundingBox;o!==null&&(this.boundingBox=o.clone());let l=e.boundingSphere;return l!==null&&(this.boundingSphere=l.clone()),this.drawRange.start=e.drawRange.start,this.drawRange.count=e.drawRange.count,this.userData=e.userData,this._transformed=e._transformed,this}dispose(){this.dispatchEvent({type:"dispose"})}};var Gd=new j,hS=new j,fS=new mt,Vi=class{constructor(e=new j(1,0,0),t=0){this.isPlane=!0,this.normal=e,this.constant=t}set(e,t){return this.normal.copy(e),this.constant=t,this}setComponents(e,t,i,r){return this.normal.set(e,t,i),this.constant=r,this}setFromNormalAndCoplanarPoint(e,t){return this.normal.copy(e),this.constant=-t.dot(this.normal),this}setFromCoplanarPoints(e,t,i){let r=Gd.subVectors(i,t).cross(hS.subVectors(e,t)).normalize();return this.setFromNormalAndCoplanarPoint(r,e),this}copy(e){return this.normal.copy(e.normal),this.constant=e.constant,this}normalize(){let e=1/this.normal.length();return this.normal.multiplyScalar(e),this.constant*=e,this}negate(){return this.constant*=-1,this.normal.negate(),this}distanceToPoint(e){return this.normal.dot(e)+this.constant}distanceToSphere(e){return this.distanceToPoint(e.center)-e.radius}projectPoint(e,t){return t.copy(e).addScaledVector(this.normal,-this.distanceToPoint(e))}intersectLine(e,t,i=!0){let r=e.delta(Gd),s=this.normal.dot(r);if(s===0)return this.distanceToPoint(e.start)===0?t.copy(e.start):null;let a=-(e.start.dot(this.normal)+this.constant)/s;return i===!0&&(a<0||a>1)?null:t.copy(e.start).addScaledVector(r,a)}intersectsLine(e){let t=this.distanceToPoint(e.start),i=this.distanceToPoint(e.end);return t<0&&i>0||i<0&&t>0}intersectsBox(e){return e.intersectsPlane(this)}intersectsSphere(e){return e.intersectsPlane(this)}coplanarPoint(e){return e.copy(this.normal).multiplyScalar(-this.constant)}applyMatrix4(e,t){let i=t||fS.getNormalMatrix(e),r=this.coplanarPoint(Gd).applyMatrix4(e),s=this.normal.applyMatrix3(i).normalize();return this.constant=-r.dot(s),this}translate(e){return this.constant-=e.dot(this.normal),this}equals(e){return e.normal.equals(this.normal)&&e.constant===this.constant}clone(){return new this.constructor().copy(this)}toJSON(){return{normal:this.normal.toArray(),constant:this.constant}}fromJSON(e){return this.normal.fromArray(e.normal),this.constant=e.constant,this}},dS=0,Br=class extends gr{constructor(){super(),this.isMaterial=!0,Object.defineProperty(this,"id",{value:dS++}),this.uuid=Fo(),this.name="",this.type="Material",this.blending=Do,this.side=Ks,this.vertexColors=!1,this.opacity=1,this.transparent=!1,this.alphaHash=!1,this.blendSrc=rp,this.blendDst=sp,this.blendEquation=Ma,this.blendSrcAlpha=null,this.blendDstAlpha=null,this.blendEquationAlpha=null,this.blendColor=new yt(0,0,0),this.blendAlpha=0,this.depthFunc=Mo,this.depthTest=!0,this.depthWrite=!0,this.stencilWriteMask=255,this.stencilFunc=Y_,this.stencilRef=0,this.stencilFuncMask=255,this.stencilFail=Z0,this.stencilZFail=Z0,this.stencilZPass=Z0,this.stencilWrite=!1,this.clippingPlanes=null,this.clipIntersection=!1,this.clipShadows=!1,this.shadowSide=null,this.colorWrite=!0,this.precision=null,this.polygonOffset=!1,this.polygonOffsetFactor=0,this.polygonOffsetUnits=0,this.dithering=!1,this.alphaToCoverage=!1,this.premultipliedAlpha=!1,this.forceSinglePass=!1,this.allowOverride=!0,this.visible=!0,this.toneMapped=!0,this.userData={},this.version=0,this._alphaTest=0}get alphaTest(){return this._alphaTest}set alphaTest(e){this._alphaTest>0!=e>0&&this.version++,this._alphaTest=e}onBeforeRender(){}onBeforeCompile(){}customProgramCacheKey(){return this.onBeforeCompile.toString()}setValues(e){if(e!==void 0)for(let t in e){let i=e[t];if(i===void 0){st(`Material: parameter '${t}' has value of undefined.`);continue}let r=this[t];if(r===void 0){st(`Material: '${t}' is not a property of THREE.${this.type}.`);continue}r&&r.isColor?r.set(i):r&&r.isVector2&&i&&i.isVector2||r&&r.isEuler&&i&&i.isEuler||r&&r.isVector3&&i&&i.isVector3?r.copy(i):this[t]=i}}toJSON(e){let t=e===void 0||typeof e=="string";t&&(e={textures:{},images:{}});let i={metadata:{version:4.7,type:"Material",generator:"Material.toJSON"}};i.uuid=this.uuid,i.type=this.type,i.blending=this.blending,i.side=this.side,i.shadowSide=this.shadowSide,i.vertexColors=this.vertexColors,i.opacity=this.opacity,i.transparent=this.transparent,i.blendSrc=this.blendSrc,i.blendDst=this.blendDst,i.blendEquation=this.blendEquation,i.blendSrcAlpha=this.blendSrcAlpha,i.blendDstAlpha=this.blendDstAlpha,i.blendEquationAlpha=this.blendEquationAlpha,i.blendColor=this.blendColor.getHex(),i.blendAlpha=this.blendAlpha,i.depthFunc=this.depthFunc,i.depthTest=this.depthTest,i.depthWrite=this.depthWrite,i.colorWrite=this.colorWrite,i.clipIntersection=this.clipIntersection,i.clipShadows=this.clipShadows,i.stencilWriteMask=this.stencilWriteMask,i.stencilFunc=this.stencilFunc,i.stencilRef=this.stencilRef,i.stencilFuncMask=this.stencilFuncMask,i.stencilFail=this.stencilFail,i.stencilZFail=this.stencilZFail,i.stencilZPass=this.stencilZPass,i.stencilWrite=this.stencilWrite,i.polygonOffset=this.polygonOffset,i.polygonOffsetFactor=this.polygonOffsetFactor,i.polygonOffsetUnits=this.polygonOffsetUnits,i.dithering=this.dithering,i.alphaTest=this.alphaTest,i.alphaHash=this.alphaHash,i.alphaToCoverage=this.alphaToCoverage,i.premultipliedAlpha=this.premultipliedAlpha,i.forceSinglePass=this.forceSinglePass,i.allowOverride=this.allowOverride,i.visible=this.visible,i.toneMapped=this.toneMapped,i.name=this.name,this.color&&this.color.isColor&&(i.color=this.color.getHex()),this.roughness!==void 0&&(i.roughness=this.roughness),this.metalness!==void 0&&(i.metalness=this.metalness),this.sheen!==void 0&&(i.sheen=this.sheen),this.sheenColor&&this.sheenColor.isColor&&(i.sheenColor=this.sheenColor.getHex()),this.sheenRoughness!==void 0&&(i.sheenRoughness=this.sheenRoughness),this.emissive&&this.emissive.isColor&&(i.emissive=this.emissive.getHex()),this.emissiveIntensity!==void 0&&(i.emissiveIntensity=this.emissiveIntensity),this.specular&&this.specular.isColor&&(i.specular=this.specular.getHex()),this.specularIntensity!==void 0&&(i.specularIntensity=this.specularIntensity),this.specularColor&&this.specularColor.isColor&&(i.specularColor=this.specularColor.getHex()),this.shininess!==void 0&&(i.shininess=this.shininess),this.clearcoat!==void 0&&(i.clearcoat=this.clearcoat),this.clearcoatRoughness!==void 0&&(i.clearcoatRoughness=this.clearcoatRoughness),this.diffuseRoughness!==void 0&&(i.diffuseRoughness=this.diffuseRoughness),this.diffuseRoughnessMap&&this.diffuseRoughnessMap.isTexture&&(i.diffuseRoughnessMap=this.diffuseRoughnessMap.toJSON(e).uuid),this.clearcoatMap&&this.clearcoatMap.isTexture&&(i.clearcoatMap=this.clearcoatMap.toJSON(e).uuid),this.clearcoatRoughnessMap&&this.clearcoatRoughnessMap.isTexture&&(i.clearcoatRoughnessMap=this.clearcoatRoughnessMap.toJSON(e).uuid),this.clearcoatNormalMap&&this.clearcoatNormalMap.isTexture&&(i.clearcoatNormalMap=this.clearcoatNormalMap.toJSON(e).uuid,i.clearcoatNormalScale=this.clearcoatNormalScale.toArray()),this.sheenColorMap&&this.sheenColorMap.isTexture&&(i.sheenColorMap=this.sheenColorMap.toJSON(e).uuid),this.sheenRoughnessMap&&this.sheenRoughnessMap.isTexture&&(i.sheenRoughnessMap=this.sheenRoughnessMap.toJSON(e).uuid),this.dispersion!==void 0&&(i.dispersion=this.dispersion),this.retroreflectivity!==void 0&&(i.retroreflectivity=this.retroreflectivity),this.iridescence!==void 0&&(i.iridescence=this.iridescence),this.iridescenceIOR!==void 0&&(i.iridescenceIOR=this.iridescenceIOR),this.iridescenceThicknessMinimum!==void 0&&(i.iridescenceThicknessMinimum=this.iridescenceThicknessMinimum),this.iridescenceThicknessMaximum!==void 0&&(i.iridescenceThicknessMaximum=this.iridescenceThicknessMaximum),this.iridescenceMap&&this.iridescenceMap.isTexture&&(i.iridescenceMap=this.iridescenceMap.toJSON(e).uuid),this.iridescenceThicknessMap&&this.iridescenceThicknessMap.isTexture&&(i.iridescenceThicknessMap=this.iridescenceThicknessMap.toJSON(e).uuid),this.anisotropy!==void 0&&(i.anisotropy=this.anisotropy),this.anisotropyRotation!==void 0&&(i.anisotropyRotation=this.anisotropyRotation),this.anisotropyMap&&this.anisotropyMap.isTexture&&(i.anisotropyMap=this.anisotropyMap.toJSON(e).uuid),this.map&&this.map.isTexture&&(i.map=this.map.toJSON(e).uuid),this.matcap&&this.matcap.isTexture&&(i.matcap=this.matcap.toJSON(e).uuid),this.alphaMap&&this.alphaMap.isTexture&&(i.alphaMap=this.alphaMap.toJSON(e).uuid),this.lightMap&&this.lightMap.isTexture&&(i.lightMap=this.lightMap.toJSON(e).uuid,i.lightMapIntensity=this.lightMapIntensity),this.aoMap&&this.aoMap.isTexture&&(i.aoMap=this.aoMap.toJSON(e).uuid,i.aoMapIntensity=this.aoMapIntensity),this.bumpMap&&this.bumpMap.isTexture&&(i.bumpMap=this.bumpMap.toJSON(e).uuid,i.bumpScale=this.bumpScale),this.normalMap&&this.normalMap.isTexture&&(i.normalMap=this.normalMap.toJSON(e).uuid,i.normalMapType=this.normalMapType,i.normalScale=this.normalScale.toArray()),this.displacementMap&&this.displacementMap.isTexture&&(i.displacementMap=this.displacementMap.toJSON(e).uuid,i.displacementScale=this.displacementScale,i.displacementBias=this.displacementBias),this.roughnessMap&&this.roughnessMap.isTexture&&(i.roughnessMap=this.roughnessMap.toJSON(e).uuid),this.metalnessMap&&this.metalnessMap.isTexture&&(i.metalnessMap=this.metalnessMap.toJSON(e).uuid),this.emissiveMap&&this.emissiveMap.isTexture&&(i.emissiveMap=this.emissiveMap.toJSON(e).uuid),this.specularMap&&this.specularMap.isTexture&&(i.specularMap=this.specularMap.toJSON(e).uuid),this.specularIntensityMap&&this.specularIntensityMap.isTexture&&(i.specularIntensityMap=this.specularIntensityMap.toJSON(e).uuid),this.specularColorMap&&this.specularColorMap.isTexture&&(i.specularColorMap=this.specularColorMap.toJSON(e).uuid),this.envMap&&this.envMap.isTexture&&(i.envMap=this.envMap.toJSON(e).uuid,this.combine!==void 0&&(i.combine=this.combine)),this.envMapRotation!==void 0&&(i.envMapRotation=this.envMapRotation.toArray()),this.envMapIntensity!==void 0&&(i.envMapIntensity=this.envMapIntensity),this.reflectivity!==void 0&&(i.reflectivity=this.reflectivity),this.refractionRatio!==void 0&&(i.refractionRatio=this.refractionRatio),this.gradientMap&&this.gradientMap.isTexture&&(i.gradientMap=this.gradientMap.toJSON(e).uuid),this.transmission!==void 0&&(i.transmission=this.transmission),this.transmissionMap&&this.transmissionMap.isTexture&&(i.transmissionMap=this.transmissionMap.toJSON(e).uuid),this.thickness!==void 0&&(i.thickness=this.thickness),this.thicknessMap&&this.thicknessMap.isTexture&&(i.thicknessMap=this.thicknessMap.toJSON(e).uuid),this.attenuationDistance!==void 0&&(i.attenuationDistance=this.attenuationDistance),this.attenuationColor!==void 0&&(i.attenuationColor=this.attenuationColor.getHex()),this.size!==void 0&&(i.size=this.size),this.sizeAttenuation!==void 0&&(i.sizeAttenuation=this.sizeAttenuation),Array.isArray(this.clippingPlanes)&&this.clippingPlanes.length>0&&(i.clippingPlanes=this.clippingPlanes.map(s=>s.toJSON())),this.rotation!==void 0&&(i.rotation=this.rotation),this.depthPacking!==void 0&&(i.depthPacking=this.depthPacking),this.linewidth!==void 0&&(i.linewidth=this.linewidth),this.linecap!==void 0&&(i.linecap=this.linecap),this.linejoin!==void 0&&(i.linejoin=this.linejoin),this.dashSize!==void 0&&(i.dashSize=this.dashSize),this.gapSize!==void 0&&(i.gapSize=this.gapSize),this.scale!==void 0&&(i.scale=this.scale),this.wireframe!==void 0&&(i.wireframe=this.wireframe),this.wireframeLinewidth!==void 0&&(i.wireframeLinewidth=this.wireframeLinewidth),this.wireframeLinecap!==void 0&&(i.wireframeLinecap=this.wireframeLinecap),this.wireframeLinejoin!==void 0&&(i.wireframeLinejoin=this.wireframeLinejoin),this.flatShading!==void 0&&(i.flatShading=this.flatShading),this.fog!==void 0&&(i.fog=this.fog),Object.keys(this.userData).length>0&&(i.userData=this.userData);function r(s){let a=[];for(let o in s){let l=s[o];delete l.metadata,a.push(l)}return a}if(t){let s=r(e.textures),a=r(e.images);s.length>0&&(i.textures=s),a.length>0&&(i.images=a)}return i}fromJSON(e,t){if(e.uuid!==void 0&&(this.uuid=e.uuid),e.name!==void 0&&(this.name=e.name),e.color!==void 0&&this.color!==void 0&&this.color.setHex(e.color),e.roughness!==void 0&&(this.roughness=e.roughness),e.metalness!==void 0&&(this.metalness=e.metalness),e.sheen!==void 0&&(this.sheen=e.sheen),e.sheenColor!==void 0&&(this.sheenColor=new yt().setHex(e.sheenColor)),e.sheenRoughness!==void 0&&(this.sheenRoughness=e.sheenRoughness),e.emissive!==void 0&&this.emissive!==void 0&&this.emissive.setHex(e.emissive),e.specular!==void 0&&this.specular!==void 0&&this.specular.setHex(e.specular),e.specularIntensity!==void 0&&(this.specularIntensity=e.specularIntensity),e.specularColor!==void 0&&this.specularColor!==void 0&&this.specularColor.setHex(e.specularColor),e.shininess!==void 0&&(this.shininess=e.shininess),e.clearcoat!==void 0&&(this.clearcoat=e.clearcoat),e.clearcoatRoughness!==void 0&&(this.clearcoatRoughness=e.clearcoatRoughness),e.diffuseRoughness!==void 0&&(this.diffuseRoughness=e.diffuseRoughness),e.dispersion!==void 0&&(this.dispersion=e.dispersion),e.retroreflectivity!==void 0&&(this.retroreflectivity=e.retroreflectivity),e.iridescence!==void 0&&(this.iridescence=e.iridescence),e.iridescenceIOR!==void 0&&(this.iridescenceIOR=e.iridescenceIOR),e.iridescenceThicknessMinimum!==void 0&&(this.iridescenceThicknessMinimum=e.iridescenceThicknessMinimum),e.iridescenceThicknessMaximum!==void 0&&(this.iridescenceThicknessMaximum=e.iridescenceThicknessMaximum),e.iridescenceThicknessRange!==void 0&&(this.iridescenceThicknessMinimum=e.iridescenceThicknessRange[0],this.iridescenceThicknessMaximum=e.iridescenceThicknessRange[1]),e.transmission!==void 0&&(this.transmission=e.transmission),e.thickness!==void 0&&(this.thickness=e.thickness),e.attenuationDistance!==void 0&&(this.attenuationDistance=e.attenuationDistance),e.attenuationColor!==void 0&&this.attenuationColor!==void 0&&this.attenuationColor.setHex(e.attenuationColor),e.anisotropy!==void 0&&(this.anisotropy=e.anisotropy),e.anisotropyRotation!==void 0&&(this.anisotropyRotation=e.anisotropyRotation),e.fog!==void 0&&(this.fog=e.fog),e.flatShading!==void 0&&(this.flatShading=e.flatShading),e.blending!==void 0&&(this.blending=e.blending),e.combine!==void 0&&(this.combine=e.combine),e.side!==void 0&&(this.side=e.side),e.shadowSide!==void 0&&(this.shadowSide=e.shadowSide),e.opacity!==void 0&&(this.opacity=e.opacity),e.transparent!==void 0&&(this.transparent=e.transparent),e.alphaTest!==void 0&&(this.alphaTest=e.alphaTest),e.alphaHash!==void 0&&(this.alphaHash=e.alphaHash),e.depthFunc!==void 0&&(this.depthFunc=e.depthFunc),e.depthTest!==void 0&&(this.depthTest=e.depthTest),e.depthWrite!==void 0&&(this.depthWrite=e.depthWrite),e.colorWrite!==void 0&&(this.colorWrite=e.colorWrite),e.clippingPlanes!==void 0&&(this.clippingPlanes=e.clippingPlanes.map(i=>new Vi().fromJSON(i))),e.clipIntersection!==void 0&&(this.clipIntersection=e.clipIntersection),e.clipShadows!==void 0&&(this.clipShadows=e.clipShadows),e.depthPacking!==void 0&&(this.depthPacking=e.depthPacking),e.blendSrc!==void 0&&(this.blendSrc=e.blendSrc),e.blendDst!==void 0&&(this.blendDst=e.blendDst),e.blendEquation!==void 0&&(this.blendEquation=e.blendEquation),e.blendSrcAlpha!==void 0&&(this.blendSrcAlpha=e.blendSrcAlpha),e.blendDstAlpha!==void 0&&(this.blendDstAlpha=e.blendDstAlpha),e.blendEquationAlpha!==void 0&&(this.blendEquationAlpha=e.blendEquationAlpha),e.blendColor!==void 0&&this.blendColor!==void 0&&this.blendColor.setHex(e.blendColor),e.blendAlpha!==void 0&&(this.blendAlpha=e.blendAlpha),e.stencilWriteMask!==void 0&&(this.stencilWriteMask=e.stencilWriteMask),e.stencilFunc!==void 0&&(this.stencilFunc=e.stencilFunc),e.stencilRef!==void 0&&(this.stencilRef=e.stencilRef),e.stencilFuncMask!==void 0&&(this.stencilFuncMask=e.stencilFuncMask),e.stencilFail!==void 0&&(this.stencilFail=e.stencilFail),e.stencilZFail!==void 0&&(this.stencilZFail=e.stencilZFail),e.stencilZPass!==void 0&&(this.stencilZPass=e.stencilZPass),e.stencilWrite!==void 0&&(this.stencilWrite=e.stencilWrite),e.wireframe!==void 0&&(this.wireframe=e.wireframe),e.wireframeLinewidth!==void 0&&(this.wireframeLinewidth=e.wireframeLinewidth),e.wireframeLinecap!==void 0&&(this.wireframeLinecap=e.wireframeLinecap),e.wireframeLinejoin!==void 0&&(this.wireframeLinejoin=e.wireframeLinejoin),e.rotation!==void 0&&(this.rotation=e.rotation),e.linewidth!==void 0&&(this.linewidth=e.linewidth),e.linecap!==void 0&&(this.linecap=e.linecap),e.linejoin!==void 0&&(this.linejoin=e.linejoin),e.dashSize!==void 0&&(this.dashSize=e.dashSize),e.gapSize!==void 0&&(this.gapSize=e.gapSize),e.scale!==void 0&&(this.scale=e.scale),e.polygonOffset!==void 0&&(this.polygonOffset=e.polygonOffset),e.polygonOffsetFactor!==void 0&&(this.polygonOffsetFactor=e.polygonOffsetFactor),e.polygonOffsetUnits!==void 0&&(this.polygonOffsetUnits=e.polygonOffsetUnits),e.dithering!==void 0&&(this.dithering=e.dithering),e.alphaToCoverage!==void 0&&(this.alphaToCoverage=e.alphaToCoverage),e.premultipliedAlpha!==void 0&&(this.premultipliedAlpha=e.premultipliedAlpha),e.forceSinglePass!==void 0&&(this.forceSinglePass=e.forceSinglePass),e.allowOverride!==void 0&&(this.allowOverride=e.allowOverride),e.visible!==void 0&&(this.visible=e.visible),e.toneMapped!==void 0&&(this.toneMapped=e.toneMapped),e.userData!==void 0&&(this.userData=e.userData),e.vertexColors!==void 0&&(typeof e.vertexColors=="number"?this.vertexColors=e.vertexColors>0:this.vertexColors=e.vertexColors),e.size!==void 0&&(this.size=e.size),e.sizeAttenuation!==void 0&&(this.sizeAttenuation=e.sizeAttenuation),e.map!==void 0&&(this.map=t[e.map]||null),e.matcap!==void 0&&(this.matcap=t[e.matcap]||null),e.alphaMap!==void 0&&(this.alphaMap=t[e.alphaMap]||null),e.bumpMap!==void 0&&(this.bumpMap=t[e.bumpMap]||null),e.bumpScale!==void 0&&(this.bumpScale=e.bumpScale),e.normalMap!==void 0&&(this.normalMap=t[e.normalMap]||null),e.normalMapType!==void 0&&(this.normalMapType=e.normalMapType),e.normalScale!==void 0){let i=e.normalScale;Array.isArray(i)===!1&&(i=[i,i]),this.normalScale=new tt().fromArray(i)}return e.displacementMap!==void 0&&(this.displacementMap=t[e.displacementMap]||null),e.displacementScale!==void 0&&(this.displacementScale=e.displacementScale),e.displacementBias!==void 0&&(this.displacementBias=e.displacementBias),e.roughnessMap!==void 0&&(this.roughnessMap=t[e.roughnessMap]||null),e.metalnessMap!==void 0&&(this.metalnessMap=t[e.metalnessMap]||null),e.emissiveMap!==void 0&&(this.emissiveMap=t[e.emissiveMap]||null),e.emissiveIntensity!==void 0&&(this.emissiveIntensity=e.emissiveIntensity),e.specularMap!==void 0&&(this.specularMap=t[e.specularMap]||null),e.specularIntensityMap!==void 0&&(this.specularIntensityMap=t[e.specularIntensityMap]||null),e.specularColorMap!==void 0&&(this.specularColorMap=t[e.specularColorMap]||null),e.envMap!==void 0&&(this.envMap=t[e.envMap]||null),e.envMapRotation!==void 0&&this.envMapRotation.fromArray(e.envMapRotation),e.envMapIntensity!==void 0&&(this.envMapIntensity=e.envMapIntensity),e.reflectivity!==void 0&&(this.reflectivity=e.reflectivity),e.refractionRatio!==void 0&&(this.refractionRatio=e.refractionRatio),e.lightMap!==void 0&&(this.lightMap=t[e.lightMap]||null),e.lightMapIntensity!==void 0&&(this.lightMapIntensity=e.lightMapIntensity),e.aoMap!==void 0&&(this.aoMap=t[e.aoMap]||null),e.aoMapIntensity!==void 0&&(this.aoMapIntensity=e.aoMapIntensity),e.gradientMap!==void 0&&(this.gradientMap=t[e.gradientMap]||null),e.clearcoatMap!==void 0&&(this.clearcoatMap=t[e.clearcoatMap]||null),e.clearcoatRoughnessMap!==void 0&&(this.clearcoatRoughnessMap=t[e.clearcoatRoughnessMap]||null),e.clearcoatNormalMap!==void 0&&(this.clearcoatNormalMap=t[e.clearcoatNormalMap]||null),e.clearcoatNormalScale!==void 0&&(this.clearcoatNormalScale=new tt().fromArray(e.clearcoatNormalScale)),e.diffuseRoughnessMap!==void 0&&(this.diffuseRoughnessMap=t[e.diffuseRoughnessMap]||null),e.iridescenceMap!==void 0&&(this.iridescenceMap=t[e.iridescenceMap]||null),e.iridescenceThicknessMap!==void 0&&(this.iridescenceThicknessMap=t[e.iridescenceThicknessMap]||null),e.transmissionMap!==void 0&&(this.transmissionMap=t[e.transmissionMap]||null),e.thicknessMap!==void 0&&(this.thicknessMap=t[e.thicknessMap]||null),e.anisotropyMap!==void 0&&(this.anisotropyMap=t[e.anisotropyMap]||null),e.sheenColorMap!==void 0&&(this.sheenColorMap=t[e.sheenColorMap]||null),e.sheenRoughnessMap!==void 0&&(this.sheenRoughnessMap=t[e.sheenRoughnessMap]||null),this}clone(){return new this.constructor().copy(this)}copy(e){this.name=e.name,this.blending=e.blending,this.side=e.side,this.vertexColors=e.vertexColors,this.opacity=e.opacity,this.transparent=e.transparent,this.blendSrc=e.blendSrc,this.blendDst=e.blendDst,this.blendEquation=e.blendEquation,this.blendSrcAlpha=e.blendSrcAlpha,this.blendDstAlpha=e.blendDstAlpha,this.blendEquationAlpha=e.blendEquationAlpha,this.blendColor.copy(e.blendColor),this.blendAlpha=e.blendAlpha,this.depthFunc=e.depthFunc,this.depthTest=e.depthTest,this.depthWrite=e.depthWrite,this.stencilWriteMask=e.stencilWriteMask,this.stencilFunc=e.stencilFunc,this.stencilRef=e.stencilRef,this.stencilFuncMask=e.stencilFuncMask,this.stencilFail=e.stencilFail,this.stencilZFail=e.stencilZFail,this.stencilZPass=e.stencilZPass,this.stencilWrite=e.stencilWrite;let t=e.clippingPlanes,i=null;if(t!==null){let r=t.length;i=new Array(r);for(let s=0;s!==r;++s)i[s]=t[s].clone()}return this.clippingPlanes=i,this.clipIntersection=e.clipIntersection,this.clipShadows=e.clipShadows,this.shadowSide=e.shadowSide,this.colorWrite=e.colorWrite,this.precision=e.precision,this.polygonOffset=e.polygonOffset,this.polygonOffsetFactor=e.polygonOffsetFactor,this.polygonOffsetUnits=e.polygonOffsetUnits,this.dithering=e.dithering,this.alphaTest=e.alphaTest,this.alphaHash=e.alphaHash,this.alphaToCoverage=e.alphaToCoverage,this.premultipliedAlpha=e.premultipliedAlpha,this.forceSinglePass=e.forceSinglePass,this.allowOverride=e.allowOverride,this.visible=e.visible,this.toneMapped=e.toneMapped,this.userData=JSON.parse(JSON.stringify(e.userData)),this}dispose(){this.dispatchEvent({type:"dispose"})}set needsUpdate(e){e===!0&&this.version++}};var cs=new j,Vd=new j,I0=new j,D0=new j,ya=class{constructor(e=new j,t=new j(0,0,-1)){this.origin=e,this.direction=t}set(e,t){return this.origin.copy(e),this.direction.copy(t),this}copy(e){return this.origin.copy(e.origin),this.direction.copy(e.direction),this}at(e,t){return t.copy(this.origin).addScaledVector(this.direction,e)}lookAt(e){return this.direction.copy(e).sub(this.origin).normalize(),this}recast(e){return this.origin.copy(this.at(e,cs)),this}closestPointToPoint(e,t){t.subVectors(e,this.origin);let i=t.dot(this.direction);return i<0?t.copy(this.origin):t.copy(this.origin).addScaledVector(this.direction,i)}distanceToPoint(e){return Math.sqrt(this.distanceSqToPoint(e))}distanceSqToPoint(e){let t=cs.subVectors(e,this.origin).dot(this.direction);return t<0?this.origin.distanceToSquared(e):(cs.copy(this.origin).addScaledVector(this.direction,t),cs.distanceToSquared(e))}distanceSqToSegment(e,t,i,r){Vd.copy(e).add(t).multiplyScalar(.5),I0.copy(t).sub(e).normalize(),D0.copy(this.origin).sub(Vd);let s=e.distanceTo(t)*.5,a=-this.direction.dot(I0),o=D0.dot(this.direction),l=-D0.dot(I0),c=D0.lengthSq(),u=Math.abs(1-a*a),h,f,d,v;if(u>0)if(h=a*l-o,f=a*o-l,v=s*u,h>=0)if(f>=-v)if(f<=v){let b=1/u;h*=b,f*=b,d=h*(h+a*f+2*o)+f*(a*h+f+2*l)+c}else f=s,h=Math.max(0,-(a*f+o)),d=-h*h+f*(f+2*l)+c;else f=-s,h=Math.max(0,-(a*f+o)),d=-h*h+f*(f+2*l)+c;else f<=-v?(h=Math.max(0,-(-a*s+o)),f=h>0?-s:Math.min(Math.max(-s,-l),s),d=-h*h+f*(f+2*l)+c):f<=v?(h=0,f=Math.min(Math.max(-s,-l),s),d=f*(f+2*l)+c):(h=Math.max(0,-(a*s+o)),f=h>0?s:Math.min(Math.max(-s,-l),s),d=-h*h+f*(f+2*l)+c);else f=a>0?-s:s,h=Math.max(0,-(a*f+o)),d=-h*h+f*(f+2*l)+c;return i&&i.copy(this.origin).addScaledVector(this.direction,h),r&&r.copy(Vd).addScaledVector(I0,f),d}intersectSphere(e,t){if(e.radius<0)return null;cs.subVectors(e.center,this.origin);let i=cs.dot(this.direction),r=cs.dot(cs)-i*i,s=e.radius*e.radius;if(r>s)return null;let a=Math.sqrt(s-r),o=i-a,l=i+a;return l<0?null:o<0?this.at(l,t):this.at(o,t)}intersectsSphere(e){return e.radius<0?!1:this.distanceSqToPoint(e.center)<=e.radius*e.radius}distanceToPlane(e){let t=e.normal.dot(this.direction);if(t===0)return e.distanceToPoint(this.origin)===0?0:null;let i=-(this.origin.dot(e.normal)+e.constant)/t;return i>=0?i:null}intersectPlane(e,t){let i=this.distanceToPlane(e);return i===null?null:this.at(i,t)}intersectsPlane(e){let t=e.distanceToPoint(this.origin);return t===0||e.normal.dot(this.direction)*t<0}intersectBox(e,t){let i,r,s,a,o,l,c=1/this.direction.x,u=1/this.direction.y,h=1/this.direction.z,f=this.origin;return c>=0?(i=(e.min.x-f.x)*c,r=(e.max.x-f.x)*c):(i=(e.max.x-f.x)*c,r=(e.min.x-f.x)*c),u>=0?(s=(e.min.y-f.y)*u,a=(e.max.y-f.y)*u):(s=(e.max.y-f.y)*u,a=(e.min.y-f.y)*u),i>a||s>r||((s>i||isNaN(i))&&(i=s),(a<r||isNaN(r))&&(r=a),h>=0?(o=(e.min.z-f.z)*h,l=(e.max.z-f.z)*h):(o=(e.max.z-f.z)*h,l=(e.min.z-f.z)*h),i>l||o>r)||((o>i||i!==i)&&(i=o),(l<r||r!==r)&&(r=l),r<0)?null:this.at(i>=0?i:r,t)}intersectsBox(e){return this.intersectBox(e,cs)!==null}intersectTriangle(e,t,i,r,s){let a=this.origin,o=this.direction,l=o.x,c=o.y,u=o.z,h=e.x-a.x,f=e.y-a.y,d=e.z-a.z,v=t.x-a.x,b=t.y-a.y,g=t.z-a.z,m=i.x-a.x,y=i.y-a.y,P=i.z-a.z,M=Math.abs(l),D=Math.abs(c),R=Math.abs(u),x,A,H,F,U,W,J,O,X,te,Y,de;if(M>=D&&M>=R?(H=l,W=h,X=v,de=m,l>=0?(x=c,A=u,F=f,U=d,J=b,O=g,te=y,Y=P):(x=u,A=c,F=d,U=f,J=g,O=b,te=P,Y=y)):D>=R?(H=c,W=f,X=b,de=y,c>=0?(x=u,A=l,F=d,U=h,J=g,O=v,te=P,Y=m):(x=l,A=u,F=h,U=d,J=v,O=g,te=m,Y=P)):(H=u,W=d,X=g,de=P,u>=0?(x=l,A=c,F=h,U=f,J=v,O=b,te=m,Y=y):(x=c,A=l,F=f,U=h,J=b,O=v,te=y,Y=m)),H===0)return null;let ie=x/H,re=A/H,le=1/H,_e=F-ie*W,pe=U-re*W,$e=J-ie*X,gt=O-re*X,et=te-ie*de,qe=Y-re*de,He=et*gt-qe*$e,at=_e*qe-pe*et,dt=$e*pe-gt*_e;if(r){if(He<0||at<0||dt<0)return null}else if((He<0||at<0||dt<0)&&(He>0||at>0||dt>0))return null;let vt=He+at+dt;if(vt===0)return null;let Nt=le*(He*W+at*X+dt*de);return(vt>0?Nt<0:Nt>0)?null:this.at(Nt/vt,s)}applyMatrix4(e){return this.origin.applyMatrix4(e),this.direction.transformDirection(e),this}equals(e){return e.origin.equals(this.origin)&&e.direction.equals(this.direction)}clone(){return new this.constructor().copy(this)}},Eo=class extends Br{constructor(e){super(),this.isMeshBasicMaterial=!0,this.type="MeshBasicMaterial",this.color=new yt(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new Or,this.combine=Du,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.specularMap=e.specularMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.combine=e.combine,this.reflectivity=e.reflectivity,this.refractionRatio=e.refractionRatio,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.fog=e.fog,this}},o_=new Zt,_a=new ya,L0=new hs,l_=new j,N0=new j,U0=new j,F0=new j,Wd=new j,O0=new j,c_=new j,k0=new j,Xi=class extends si{constructor(e=new fi,t=new Eo){super(),this.isMesh=!0,this.type="Mesh",this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.count=1,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),e.morphTargetInfluences!==void 0?this.morphTargetInfluences=e.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,e.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},e.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}updateMorphTargets(){let t=this.geometry.morphAttributes,i=Object.keys(t);if(i.length>0){let r=t[i[0]];if(r!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let s=0,a=r.length;s<a;s++){let o=r[s].name||String(s);this.morphTargetInfluences.push(0),this.morphTargetDictionary[o]=s}}}}getVertexPosition(e,t){let i=this.geometry,r=i.attributes.position,s=i.morphAttributes.position,a=i.morphTargetsRelative;t.fromBufferAttribute(r,e);let o=this.morphTargetInfluences;if(s&&o){O0.set(0,0,0);for(let l=0,c=s.length;l<c;l++){let u=o[l],h=s[l];u!==0&&(Wd.fromBufferAttribute(h,e),a?O0.addScaledVector(Wd,u):O0.addScaledVector(Wd.sub(t),u))}t.add(O0)}return t}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let i=this.geometry,r=this.material,s=this.matrixWorld;r!==void 0&&(i.boundingSphere===null&&i.computeBoundingSphere(),L0.copy(i.boundingSphere),L0.applyMatrix4(s),_a.copy(e.ray).recast(e.near),!(L0.containsPoint(_a.origin)===!1&&(_a.intersectSphere(L0,l_)===null||_a.origin.distanceToSquared(l_)>(e.far-e.near)**2))&&(o_.copy(s).invert(),_a.copy(e.ray).applyMatrix4(o_),!(i.boundingBox!==null&&_a.intersectsBox(i.boundingBox)===!1)&&this._computeIntersections(e,t,_a)))}_computeIntersections(e,t,i){let r,s=this.geometry,a=this.material,o=s.index,l=s.attributes.position,c=s.attributes.uv,u=s.attributes.uv1,h=s.attributes.normal,f=s.groups,d=s.drawRange;if(o!==null)if(Array.isArray(a))for(let v=0,b=f.length;v<b;v++){let g=f[v],m=a[g.materialIndex],y=Math.max(g.start,d.start),P=Math.min(o.count,Math.min(g.start+g.count,d.start+d.count));for(let M=y,D=P;M<D;M+=3){let R=o.getX(M),x=o.getX(M+1),A=o.getX(M+2);r=B0(this,m,e,i,c,u,h,R,x,A),r&&(r.faceIndex=Math.floor(M/3),r.face.materialIndex=g.materialIndex,t.push(r))}}else{let v=Math.max(0,d.start),b=Math.min(o.count,d.start+d.count);for(let g=v,m=b;g<m;g+=3){let y=o.getX(g),P=o.getX(g+1),M=o.getX(g+2);r=B0(this,a,e,i,c,u,h,y,P,M),r&&(r.faceIndex=Math.floor(g/3),t.push(r))}}else if(l!==void 0)if(Array.isArray(a))for(let v=0,b=f.length;v<b;v++){let g=f[v],m=a[g.materialIndex],y=Math.max(g.start,d.start),P=Math.min(l.count,Math.min(g.start+g.count,d.start+d.count));for(let M=y,D=P;M<D;M+=3){let R=M,x=M+1,A=M+2;r=B0(this,m,e,i,c,u,h,R,x,A),r&&(r.faceIndex=Math.floor(M/3),r.face.materialIndex=g.materialIndex,t.push(r))}}else{let v=Math.max(0,d.start),b=Math.min(l.count,d.start+d.count);for(let g=v,m=b;g<m;g+=3){let y=g,P=g+1,M=g+2;r=B0(this,a,e,i,c,u,h,y,P,M),r&&(r.faceIndex=Math.floor(g/3),t.push(r))}}}};function pS(n,e,t,i,r,s,a,o){let l;if(e.side===Ai?l=i.intersectTriangle(a,s,r,!0,o):l=i.intersectTriangle(r,s,a,e.side===Ks,o),l===null)return null;k0.copy(o),k0.applyMatrix4(n.matrixWorld);let c=t.ray.origin.distanceTo(k0);return c<t.near||c>t.far?null:{distance:c,point:k0.clone(),object:n}}function B0(n,e,t,i,r,s,a,o,l,c){n.getVertexPosition(o,N0),n.getVertexPosition(l,U0),n.getVertexPosition(c,F0);let u=pS(n,e,t,i,N0,U0,F0,c_);if(u){let h=new j;Hs.getBarycoord(c_,N0,U0,F0,h),r&&(u.uv=Hs.getInterpolatedAttribute(r,o,l,c,h,new tt)),s&&(u.uv1=Hs.getInterpolatedAttribute(s,o,l,c,h,new tt)),a&&(u.normal=Hs.getInterpolatedAttribute(a,o,l,c,h,new j),u.normal.dot(i.direction)>0&&u.normal.multiplyScalar(-1));let f={a:o,b:l,c,normal:new j,materialIndex:0};Hs.getNormal(N0,U0,F0,f.normal),u.face=f,u.barycoord=h}return u}var Hl=class extends qi{constructor(e=null,t=1,i=1,r,s,a,o,l,c=ii,u=ii,h,f){super(null,a,o,l,c,u,r,s,h,f),this.isDataTexture=!0,this.image={data:e,width:t,height:i},this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}};var ba=class extends Wi{constructor(e,t,i,r=1){super(e,t,i),this.isInstancedBufferAttribute=!0,this.meshPerAttribute=r}copy(e){return super.copy(e),this.meshPerAttribute=e.meshPerAttribute,this}toJSON(){let e=super.toJSON();return e.meshPerAttribute=this.meshPerAttribute,e.isInstancedBufferAttribute=!0,e}},_o=new Zt,u_=new Zt,z0=[],h_=new kr,mS=new Zt,Tl=new Xi,Al=new hs,Gl=class extends Xi{constructor(e,t,i){super(e,t),this.isInstancedMesh=!0,this.instanceMatrix=new ba(new Float32Array(i*16),16),this.instanceColor=null,this.morphTexture=null,this.count=i,this.boundingBox=null,this.boundingSphere=null;for(let r=0;r<i;r++)this.setMatrixAt(r,mS)}computeBoundingBox(){let e=this.geometry,t=this.count;this.boundingBox===null&&(this.boundingBox=new kr),e.boundingBox===null&&e.computeBoundingBox(),this.boundingBox.makeEmpty();for(let i=0;i<t;i++)this.getMatrixAt(i,_o),h_.copy(e.boundingBox).applyMatrix4(_o),this.boundingBox.union(h_)}computeBoundingSphere(){let e=this.geometry,t=this.count;this.boundingSphere===null&&(this.boundingSphere=new hs),e.boundingSphere===null&&e.computeBoundingSphere(),this.boundingSphere.makeEmpty();for(let i=0;i<t;i++)this.getMatrixAt(i,_o),Al.copy(e.boundingSphere).applyMatrix4(_o),this.boundingSphere.union(Al)}copy(e,t){return super.copy(e,t),this.instanceMatrix.copy(e.instanceMatrix),this.morphTexture=e.morphTexture!==null?e.morphTexture.clone():null,this.instanceColor=e.instanceColor!==null?e.instanceColor.clone():null,this.count=e.count,this.boundingBox=e.boundingBox!==null?e.boundingBox.clone():null,this.boundingSphere=e.boundingSphere!==null?e.boundingSphere.clone():null,this}getColorAt(e,t){return this.instanceColor===null?t.setRGB(1,1,1):t.fromArray(this.instanceColor.array,e*3)}getMatrixAt(e,t){return t.fromArray(this.instanceMatrix.array,e*16)}getMorphAt(e,t){let i=t.morphTargetInfluences,r=this.morphTexture.source.data.data,s=i.length+1,a=e*s+1;for(let o=0;o<i.length;o++)i[o]=r[a+o]}raycast(e,t){let i=this.matrixWorld,r=this.count;if(Tl.geometry=this.geometry,Tl.material=this.material,Tl.material!==void 0&&(this.boundingSphere===null&&this.computeBoundingSphere(),Al.copy(this.boundingSphere),Al.applyMatrix4(i),e.ray.intersectsSphere(Al)!==!1))for(let s=0;s<r;s++){this.getMatrixAt(s,_o),u_.multiplyMatrices(i,_o),Tl.matrixWorld=u_,Tl.raycast(e,z0);for(let a=0,o=z0.length;a<o;a++){let l=z0[a];l.instanceId=s,l.object=this,t.push(l)}z0.length=0}}setColorAt(e,t){return this.instanceColor===null&&(this.instanceColor=new ba(new Float32Array(this.instanceMatrix.count*3).fill(1),3)),t.toArray(this.instanceColor.array,e*3),this}setMatrixAt(e,t){return t.toArray(this.instanceMatrix.array,e*16),this}setMorphAt(e,t){let i=t.morphTargetInfluences,r=i.length+1;this.morphTexture===null&&(this.morphTexture=new Hl(new Float32Array(r*this.count),r,this.count,Bu,rr));let s=this.morphTexture.source.data.data,a=0;for(let c=0;c<i.length;c++)a+=i[c];let o=this.geometry.morphTargetsRelative?1:1-a,l=r*e;return s[l]=o,s.set(i,l+1),this}updateMorphTargets(){}dispose(){super.dispose(),this.instanceMatrix.dispose(),this.instanceColor!==null&&this.instanceColor.dispose(),this.morphTexture!==null&&(this.morphTexture.dispose(),this.morphTexture=null)}},xa=new hs,gS=new tt(.5,.5),H0=new j,Vs=class{constructor(e=new Vi,t=new Vi,i=new Vi,r=new Vi,s=new Vi,a=new Vi){this.planes=[e,t,i,r,s,a]}set(e,t,i,r,s,a){let o=this.planes;return o[0].copy(e),o[1].copy(t),o[2].copy(i),o[3].copy(r),o[4].copy(s),o[5].copy(a),this}copy(e){let t=this.planes;for(let i=0;i<6;i++)t[i].copy(e.planes[i]);return this}setFromProjectionMatrix(e,t=tr,i=!1){let r=this.planes,s=e.elements,a=s[0],o=s[1],l=s[2],c=s[3],u=s[4],h=s[5],f=s[6],d=s[7],v=s[8],b=s[9],g=s[10],m=s[11],y=s[12],P=s[13],M=s[14],D=s[15];if(r[0].setComponents(c-a,d-u,m-v,D-y).normalize(),r[1].setComponents(c+a,d+u,m+v,D+y).normalize(),r[2].setComponents(c+o,d+h,m+b,D+P).normalize(),r[3].setComponents(c-o,d-h,m-b,D-P).normalize(),i)r[4].setComponents(l,f,g,M).normalize(),r[5].setComponents(c-l,d-f,m-g,D-M).normalize();else if(r[4].setComponents(c-l,d-f,m-g,D-M).normalize(),t===tr)r[5].setComponents(c+l,d+f,m+g,D+M).normalize();else if(t===wo)r[5].setComponents(l,f,g,M).normalize();else throw new Error("THREE.Frustum.setFromProjectionMatrix(): Invalid coordinate system: "+t);return this}intersectsObject(e){if(e.boundingSphere!==void 0)e.boundingSphere===null&&e.computeBoundingSphere(),xa.copy(e.boundingSphere).applyMatrix4(e.matrixWorld);else{let t=e.geometry;t.boundingSphere===null&&t.computeBoundingSphere(),xa.copy(t.boundingSphere).applyMatrix4(e.matrixWorld)}return this.intersectsSphere(xa)}intersectsSprite(e){xa.center.set(0,0,0);let t=gS.distanceTo(e.center);return xa.radius=.7071067811865476+t,xa.applyMatrix4(e.matrixWorld),this.intersectsSphere(xa)}intersectsSphere(e){let t=this.planes,i=e.center,r=-e.radius;for(let s=0;s<6;s++)if(t[s].distanceToPoint(i)<r)return!1;return!0}intersectsBox(e){let t=this.planes;for(let i=0;i<6;i++){let r=t[i];if(H0.x=r.normal.x>0?e.max.x:e.min.x,H0.y=r.normal.y>0?e.max.y:e.min.y,H0.z=r.normal.z>0?e.max.z:e.min.z,r.distanceToPoint(H0)<0)return!1}return!0}containsPoint(e){let t=this.planes;for(let i=0;i<6;i++)if(t[i].distanceToPoint(e)<0)return!1;return!0}clone(){return new this.constructor().copy(this)}},f_=new Zt,cu=class n{constructor(){this.coordinateSystem=tr,this._frustums=[],this._count=0}setFromArrayCamera(e){let t=e.cameras,i=this._frustums;for(let r=0;r<t.length;r++){let s=t[r];f_.multiplyMatrices(s.projectionMatrix,s.matrixWorldInverse),i[r]===void 0&&(i[r]=new Vs),i[r].setFromProjectionMatrix(f_,s.coordinateSystem,s.reversedDepth)}return this._count=t.length,this}getFrustum(e){return this._frustums[e]}intersectsObject(e){let t=this._frustums;for(let i=0;i<this._count;i++)if(t[i].intersectsObject(e))return!0;return!1}intersectsSprite(e){let t=this._frustums;for(let i=0;i<this._count;i++)if(t[i].intersectsSprite(e))return!0;return!1}intersectsSphere(e){let t=this._frustums;for(let i=0;i<this._count;i++)if(t[i].intersectsSphere(e))return!0;return!1}intersectsBox(e){let t=this._frustums;for(let i=0;i<this._count;i++)if(t[i].intersectsBox(e))return!0;return!1}containsPoint(e){let t=this._frustums;for(let i=0;i<this._count;i++)if(t[i].containsPoint(e))return!0;return!1}copy(e){this.coordinateSystem=e.coordinateSystem;let t=this._frustums,i=e._frustums;for(let r=0;r<e._count;r++)t[r]===void 0&&(t[r]=new Vs),t[r].copy(i[r]);return this._count=e._count,this}clone(){return new n().copy(this)}};var uu=class extends Br{constructor(e){super(),this.isLineBasicMaterial=!0,this.type="LineBasicMaterial",this.color=new yt(16777215),this.map=null,this.linewidth=1,this.linecap="round",this.linejoin="round",this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.linewidth=e.linewidth,this.linecap=e.linecap,this.linejoin=e.linejoin,this.fog=e.fog,this}},hu=new j,fu=new j,d_=new Zt,El=new ya,G0=new hs,qd=new j,p_=new j,du=class extends si{constructor(e=new fi,t=new uu){super(),this.isLine=!0,this.type="Line",this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),e.morphTargetInfluences!==void 0?this.morphTargetInfluences=e.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,e.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},e.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}computeLineDistances(){let e=this.geometry;if(e.index===null){let t=e.attributes.position,i=[0];for(let r=1,s=t.count;r<s;r++)hu.fromBufferAttribute(t,r-1),fu.fromBufferAttribute(t,r),i[r]=i[r-1],i[r]+=hu.distanceTo(fu);e.setAttribute("lineDistance",new rn(i,1))}else st("Line.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let i=this.geometry,r=this.matrixWorld,s=e.params.Line.threshold,a=i.drawRange;if(i.boundingSphere===null&&i.computeBoundingSphere(),G0.copy(i.boundingSphere),G0.applyMatrix4(r),G0.radius+=s,e.ray.intersectsSphere(G0)===!1)return;d_.copy(r).invert(),El.copy(e.ray).applyMatrix4(d_);let o=s/((this.scale.x+this.scale.y+this.scale.z)/3),l=o*o,c=this.isLineSegments?2:1,u=i.index,f=i.attributes.position;if(u!==null){let d=Math.max(0,a.start),v=Math.min(u.count,a.start+a.count);for(let b=d,g=v-1;b<g;b+=c){let m=u.getX(b),y=u.getX(b+1),P=V0(this,e,El,l,m,y,b);P&&t.push(P)}if(this.isLineLoop){let b=u.getX(v-1),g=u.getX(d),m=V0(this,e,El,l,b,g,v-1);m&&t.push(m)}}else{let d=Math.max(0,a.start),v=Math.min(f.count,a.start+a.count);for(let b=d,g=v-1;b<g;b+=c){let m=V0(this,e,El,l,b,b+1,b);m&&t.push(m)}if(this.isLineLoop){let b=V0(this,e,El,l,v-1,d,v-1);b&&t.push(b)}}}updateMorphTargets(){let t=this.geometry.morphAttributes,i=Object.keys(t);if(i.length>0){let r=t[i[0]];if(r!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let s=0,a=r.length;s<a;s++){let o=r[s].name||String(s);this.morphTargetInfluences.push(0),this.morphTargetDictionary[o]=s}}}}};function V0(n,e,t,i,r,s,a){let o=n.geometry.attributes.position;if(hu.fromBufferAttribute(o,r),fu.fromBufferAttribute(o,s),t.distanceSqToSegment(hu,fu,qd,p_)>i)return;qd.applyMatrix4(n.matrixWorld);let c=e.ray.origin.distanceTo(qd);if(!(c<e.near||c>e.far))return{distance:c,point:p_.clone().applyMatrix4(n.matrixWorld),index:a,face:null,faceIndex:null,barycoord:null,object:n}}var m_=new j,g_=new j,Vl=class extends du{constructor(e,t){super(e,t),this.isLineSegments=!0,this.type="LineSegments"}computeLineDistances(){let e=this.geometry;if(e.index===null){let t=e.attributes.position,i=[];for(let r=0,s=t.count;r<s;r+=2)m_.fromBufferAttribute(t,r),g_.fromBufferAttribute(t,r+1),i[r]=r===0?0:i[r-1],i[r+1]=i[r]+m_.distanceTo(g_);e.setAttribute("lineDistance",new rn(i,1))}else st("LineSegments.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}};var Wl=class extends qi{constructor(e=[],t=wa,i,r,s,a,o,l,c,u){super(e,t,i,r,s,a,o,l,c,u),this.isCubeTexture=!0,this.flipY=!1}get images(){return this.image}set images(e){this.image=e}};var Ws=class extends qi{constructor(e,t,i=Hr,r,s,a,o=ii,l=ii,c,u=Gs,h=1){if(u!==Gs&&u!==js)throw new Error("THREE.DepthTexture: format must be either THREE.DepthFormat or THREE.DepthStencilFormat");let f={width:e,height:t,depth:h};super(f,r,s,a,o,l,u,i,c),this.isDepthTexture=!0,this.flipY=!1,this.generateMipmaps=!1,this.compareFunction=null}copy(e){return super.copy(e),this.source=new Ao(Object.assign({},e.image)),this.compareFunction=e.compareFunction,this}toJSON(e){let t=super.toJSON(e);return t.compareFunction=this.compareFunction,t}},ql=class extends Ws{constructor(e,t=Hr,i=wa,r,s,a=ii,o=ii,l,c=Gs){let u={width:e,height:e,depth:1},h=[u,u,u,u,u,u];super(e,e,t,i,r,s,a,o,l,c),this.image=h,this.isCubeDepthTexture=!0,this.isCubeTexture=!0}get images(){return this.image}set images(e){this.image=e}};var qs=class n extends fi{constructor(e=1,t=1,i=1,r=1,s=1,a=1){super(),this.type="BoxGeometry",this.parameters={width:e,height:t,depth:i,widthSegments:r,heightSegments:s,depthSegments:a};let o=this;r=Math.floor(r),s=Math.floor(s),a=Math.floor(a);let l=[],c=[],u=[],h=[],f=0,d=0;v("z","y","x",-1,-1,i,t,e,a,s,0),v("z","y","x",1,-1,i,t,-e,a,s,1),v("x","z","y",1,1,e,i,t,r,a,2),v("x","z","y",1,-1,e,i,-t,r,a,3),v("x","y","z",1,-1,e,t,i,r,s,4),v("x","y","z",-1,-1,e,t,-i,r,s,5),this.setIndex(l),this.setAttribute("position",new rn(c,3)),this.setAttribute("normal",new rn(u,3)),this.setAttribute("uv",new rn(h,2));function v(b,g,m,y,P,M,D,R,x,A,H){let F=M/x,U=D/A,W=M/2,J=D/2,O=R/2,X=x+1,te=A+1,Y=0,de=0,ie=new j;for(let re=0;re<te;re++){let le=re*U-J;for(let _e=0;_e<X;_e++){let pe=_e*F-W;ie[b]=pe*y,ie[g]=le*P,ie[m]=O,c.push(ie.x,ie.y,ie.z),ie[b]=0,ie[g]=0,ie[m]=R>0?1:-1,u.push(ie.x,ie.y,ie.z),h.push(_e/x),h.push(1-re/A),Y+=1}}for(let re=0;re<A;re++)for(let le=0;le<x;le++){let _e=f+le+X*re,pe=f+le+X*(re+1),$e=f+(le+1)+X*(re+1),gt=f+(le+1)+X*re;l.push(_e,pe,gt),l.push(pe,$e,gt),de+=6}o.addGroup(d,de,H),d+=de,f+=Y}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new n(e.width,e.height,e.depth,e.widthSegments,e.heightSegments,e.depthSegments)}};var Co=class n extends fi{constructor(e=1,t=1,i=1,r=32,s=1,a=!1,o=0,l=Math.PI*2){super(),this.type="CylinderGeometry",this.parameters={radiusTop:e,radiusBottom:t,height:i,radialSegments:r,heightSegments:s,openEnded:a,thetaStart:o,thetaLength:l};let c=this;r=Math.floor(r),s=Math.floor(s);let u=[],h=[],f=[],d=[],v=0,b=[],g=i/2,m=0;y(),a===!1&&(e>0&&P(!0),t>0&&P(!1)),this.setIndex(u),this.setAttribute("position",new rn(h,3)),this.setAttribute("normal",new rn(f,3)),this.setAttribute("uv",new rn(d,2));function y(){let M=new j,D=new j,R=0,x=(t-e)/i;for(let A=0;A<=s;A++){let H=[],F=A/s,U=F*(t-e)+e;for(let W=0;W<=r;W++){let J=W/r,O=J*l+o,X=Math.sin(O),te=Math.cos(O);D.x=U*X,D.y=-F*i+g,D.z=U*te,h.push(D.x,D.y,D.z),M.set(X,x,te).normalize(),f.push(M.x,M.y,M.z),d.push(J,1-F),H.push(v++)}b.push(H)}for(let A=0;A<r;A++)for(let H=0;H<s;H++){let F=b[H][A],U=b[H+1][A],W=b[H+1][A+1],J=b[H][A+1];(e>0||H!==0)&&(u.push(F,U,J),R+=3),(t>0||H!==s-1)&&(u.push(U,W,J),R+=3)}c.addGroup(m,R,0),m+=R}function P(M){let D=v,R=new tt,x=new j,A=0,H=M===!0?e:t,F=M===!0?1:-1;for(let W=1;W<=r;W++)h.push(0,g*F,0),f.push(0,F,0),d.push(.5,.5),v++;let U=v;for(let W=0;W<=r;W++){let O=W/r*l+o,X=Math.cos(O),te=Math.sin(O);x.x=H*te,x.y=g*F,x.z=H*X,h.push(x.x,x.y,x.z),f.push(0,F,0),R.x=X*.5+.5,R.y=te*.5*F+.5,d.push(R.x,R.y),v++}for(let W=0;W<r;W++){let J=D+W,O=U+W;M===!0?u.push(O,O+1,J):u.push(O+1,O,J),A+=3}c.addGroup(m,A,M===!0?1:2),m+=A}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new n(e.radiusTop,e.radiusBottom,e.height,e.radialSegments,e.heightSegments,e.openEnded,e.thetaStart,e.thetaLength)}},Xl=class n extends Co{constructor(e=1,t=1,i=32,r=1,s=!1,a=0,o=Math.PI*2){super(0,e,t,i,r,s,a,o),this.type="ConeGeometry",this.parameters={radius:e,height:t,radialSegments:i,heightSegments:r,openEnded:s,thetaStart:a,thetaLength:o}}static fromJSON(e){return new n(e.radius,e.height,e.radialSegments,e.heightSegments,e.openEnded,e.thetaStart,e.thetaLength)}};var Yl=class n extends fi{constructor(e=[new tt(0,-.5),new tt(.5,0),new tt(0,.5)],t=12,i=0,r=Math.PI*2){super(),this.type="LatheGeometry",this.parameters={points:e,segments:t,phiStart:i,phiLength:r},t=Math.floor(t),r=Tt(r,0,Math.PI*2);let s=[],a=[],o=[],l=[],c=[],u=1/t,h=new j,f=new tt,d=new j,v=new j,b=new j,g=0,m=0;for(let y=0;y<=e.length-1;y++)switch(y){case 0:g=e[y+1].x-e[y].x,m=e[y+1].y-e[y].y,d.x=m*1,d.y=-g,d.z=m*0,b.copy(d),d.normalize(),l.push(d.x,d.y,d.z);break;case e.length-1:b.normalize(),l.push(b.x,b.y,b.z);break;default:g=e[y+1].x-e[y].x,m=e[y+1].y-e[y].y,d.x=m*1,d.y=-g,d.z=m*0,v.copy(d),d.x+=b.x,d.y+=b.y,d.z+=b.z,d.normalize(),l.push(d.x,d.y,d.z),b.copy(v)}for(let y=0;y<=t;y++){let P=i+y*u*r,M=Math.sin(P),D=Math.cos(P);for(let R=0;R<=e.length-1;R++){h.x=e[R].x*M,h.y=e[R].y,h.z=e[R].x*D,a.push(h.x,h.y,h.z),f.x=y/t,f.y=R/(e.length-1),o.push(f.x,f.y);let x=l[3*R+0]*M,A=l[3*R+1],H=l[3*R+0]*D;c.push(x,A,H)}}for(let y=0;y<t;y++)for(let P=0;P<e.length-1;P++){let M=P+y*e.length,D=M,R=M+e.length,x=M+e.length+1,A=M+1;s.push(D,R,A),s.push(x,A,R)}this.setIndex(s),this.setAttribute("position",new rn(a,3)),this.setAttribute("uv",new rn(o,2)),this.setAttribute("normal",new rn(c,3))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new n(e.points,e.segments,e.phiStart,e.phiLength)}};var pu=class n extends fi{constructor(e=1,t=1,i=1,r=1){super(),this.type="PlaneGeometry",this.parameters={width:e,height:t,widthSegments:i,heightSegments:r};let s=e/2,a=t/2,o=Math.floor(i),l=Math.floor(r),c=o+1,u=l+1,h=e/o,f=t/l,d=[],v=[],b=[],g=[];for(let m=0;m<u;m++){let y=m*f-a;for(let P=0;P<c;P++){let M=P*h-s;v.push(M,-y,0),b.push(0,0,1),g.push(P/o),g.push(1-m/l)}}for(let m=0;m<l;m++)for(let y=0;y<o;y++){let P=y+c*m,M=y+c*(m+1),D=y+1+c*(m+1),R=y+1+c*m;d.push(P,M,R),d.push(M,D,R)}this.setIndex(d),this.setAttribute("position",new rn(v,3)),this.setAttribute("normal",new rn(b,3)),this.setAttribute("uv",new rn(g,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new n(e.width,e.height,e.widthSegments,e.heightSegments)}};var Zl=class n extends fi{constructor(e=1,t=32,i=16,r=0,s=Math.PI*2,a=0,o=Math.PI){super(),this.type="SphereGeometry",this.parameters={radius:e,widthSegments:t,heightSegments:i,phiStart:r,phiLength:s,thetaStart:a,thetaLength:o},t=Math.max(3,Math.floor(t)),i=Math.max(2,Math.floor(i));let l=Math.min(a+o,Math.PI),c=0,u=[],h=new j,f=new j,d=[],v=[],b=[],g=[];for(let m=0;m<=i;m++){let y=[],P=m/i,M=a+P*o,D=e*Math.cos(M),R=Math.sqrt(e*e-D*D),x=0;m===0&&a===0?x=.5/t:m===i&&l===Math.PI&&(x=-.5/t);for(let A=0;A<=t;A++){let H=A/t,F=r+H*s;h.x=-R*Math.cos(F),h.y=D,h.z=R*Math.sin(F),v.push(h.x,h.y,h.z),f.copy(h).normalize(),b.push(f.x,f.y,f.z),g.push(H+x,1-P),y.push(c++)}u.push(y)}for(let m=0;m<i;m++)for(let y=0;y<t;y++){let P=u[m][y+1],M=u[m][y],D=u[m+1][y],R=u[m+1][y+1];(m!==0||a>0)&&d.push(P,M,R),(m!==i-1||l<Math.PI)&&d.push(M,D,R)}this.setIndex(d),this.setAttribute("position",new rn(v,3)),this.setAttribute("normal",new rn(b,3)),this.setAttribute("uv",new rn(g,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new n(e.radius,e.widthSegments,e.heightSegments,e.phiStart,e.phiLength,e.thetaStart,e.thetaLength)}};var $l=class n extends fi{constructor(e=1,t=.4,i=12,r=48,s=Math.PI*2,a=0,o=Math.PI*2){super(),this.type="TorusGeometry",this.parameters={radius:e,tube:t,radialSegments:i,tubularSegments:r,arc:s,thetaStart:a,thetaLength:o},i=Math.floor(i),r=Math.floor(r);let l=[],c=[],u=[],h=[],f=new j,d=new j,v=new j;for(let b=0;b<=i;b++){let g=a+b/i*o;for(let m=0;m<=r;m++){let y=m/r*s;d.x=(e+t*Math.cos(g))*Math.cos(y),d.y=(e+t*Math.cos(g))*Math.sin(y),d.z=t*Math.sin(g),c.push(d.x,d.y,d.z),f.x=e*Math.cos(y),f.y=e*Math.sin(y),v.subVectors(d,f).normalize(),u.push(v.x,v.y,v.z),h.push(m/r),h.push(b/i)}}for(let b=1;b<=i;b++)for(let g=1;g<=r;g++){let m=(r+1)*b+g-1,y=(r+1)*(b-1)+g-1,P=(r+1)*(b-1)+g,M=(r+1)*b+g;l.push(m,y,M),l.push(y,P,M)}this.setIndex(l),this.setAttribute("position",new rn(c,3)),this.setAttribute("normal",new rn(u,3)),this.setAttribute("uv",new rn(h,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new n(e.radius,e.tube,e.radialSegments,e.tubularSegments,e.arc,e.thetaStart,e.thetaLength)}};function Ta(n){let e={};for(let t in n){e[t]={};for(let i in n[t]){let r=n[t][i];if(v_(r))r.isRenderTargetTexture?(st("UniformsUtils: Textures of render targets cannot be cloned via cloneUniforms() or mergeUniforms()."),e[t][i]=null):e[t][i]=r.clone();else if(Array.isArray(r))if(v_(r[0])){let s=[];for(let a=0,o=r.length;a<o;a++)s[a]=r[a].clone();e[t][i]=s}else e[t][i]=r.slice();else e[t][i]=r}}return e}function di(n){let e={};for(let t=0;t<n.length;t++){let i=Ta(n[t]);for(let r in i)e[r]=i[r]}return e}function v_(n){return n&&(n.isColor||n.isMatrix3||n.isMatrix4||n.isVector2||n.isVector3||n.isVector4||n.isTexture||n.isQuaternion)}function vS(n){let e=[];for(let t=0;t<n.length;t++)e.push(n[t].clone());return e}function Rp(n){let e=n.getRenderTarget();return e===null?n.outputColorSpace:e.isXRRenderTarget===!0?e.texture.colorSpace:Dt.workingColorSpace}var ox={clone:Ta,merge:di},_S=`void main() {
	gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
}`,xS=`void main() {
	gl_FragColor = vec4( 1.0, 0.0, 0.0, 1.0 );
}`,_r=class extends Br{constructor(e){super(),this.isShaderMaterial=!0,this.type="ShaderMaterial",this.defines={},this.uniforms={},this.uniformsGroups=[],this.vertexShader=_S,this.fragmentShader=xS,this.linewidth=1,this.wireframe=!1,this.wireframeLinewidth=1,this.fog=!1,this.lights=!1,this.clipping=!1,this.forceSinglePass=!0,this.extensions={clipCullDistance:!1,multiDraw:!1},this.defaultAttributeValues={color:[1,1,1],uv:[0,0],uv1:[0,0]},this.index0AttributeName=void 0,this.uniformsNeedUpdate=!1,this.glslVersion=null,e!==void 0&&this.setValues(e)}copy(e){return super.copy(e),this.fragmentShader=e.fragmentShader,this.vertexShader=e.vertexShader,this.uniforms=Ta(e.uniforms),this.uniformsGroups=vS(e.uniformsGroups),this.defines=Object.assign({},e.defines),this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.fog=e.fog,this.lights=e.lights,this.clipping=e.clipping,this.extensions=Object.assign({},e.extensions),this.glslVersion=e.glslVersion,this.defaultAttributeValues=Object.assign({},e.defaultAttributeValues),this.index0AttributeName=e.index0AttributeName,this.uniformsNeedUpdate=e.uniformsNeedUpdate,this}toJSON(e){let t=super.toJSON(e);t.glslVersion=this.glslVersion,t.uniforms={};for(let r in this.uniforms){let a=this.uniforms[r].value;a&&a.isTexture?t.uniforms[r]={type:"t",value:a.toJSON(e).uuid}:a&&a.isColor?t.uniforms[r]={type:"c",value:a.getHex()}:a&&a.isVector2?t.uniforms[r]={type:"v2",value:a.toArray()}:a&&a.isVector3?t.uniforms[r]={type:"v3",value:a.toArray()}:a&&a.isVector4?t.uniforms[r]={type:"v4",value:a.toArray()}:a&&a.isMatrix3?t.uniforms[r]={type:"m3",value:a.toArray()}:a&&a.isMatrix4?t.uniforms[r]={type:"m4",value:a.toArray()}:t.uniforms[r]={value:a}}Object.keys(this.defines).length>0&&(t.defines=this.defines),t.vertexShader=this.vertexShader,t.fragmentShader=this.fragmentShader,t.lights=this.lights,t.clipping=this.clipping;let i={};for(let r in this.extensions)this.extensions[r]===!0&&(i[r]=!0);return Object.keys(i).length>0&&(t.extensions=i),t}fromJSON(e,t){if(super.fromJSON(e,t),e.uniforms!==void 0)for(let i in e.uniforms){let r=e.uniforms[i];switch(this.uniforms[i]={},r.type){case"t":this.uniforms[i].value=t[r.value]||null;break;case"c":this.uniforms[i].value=new yt().setHex(r.value);break;case"v2":this.uniforms[i].value=new tt().fromArray(r.value);break;case"v3":this.uniforms[i].value=new j().fromArray(r.value);break;case"v4":this.uniforms[i].value=new Nn().fromArray(r.value);break;case"m3":this.uniforms[i].value=new mt().fromArray(r.value);break;case"m4":this.uniforms[i].value=new Zt().fromArray(r.value);break;default:this.uniforms[i].value=r.value}}if(e.defines!==void 0&&(this.defines=e.defines),e.vertexShader!==void 0&&(this.vertexShader=e.vertexShader),e.fragmentShader!==void 0&&(this.fragmentShader=e.fragmentShader),e.glslVersion!==void 0&&(this.glslVersion=e.glslVersion),e.extensions!==void 0)for(let i in e.extensions)this.extensions[i]=e.extensions[i];return e.lights!==void 0&&(this.lights=e.lights),e.clipping!==void 0&&(this.clipping=e.clipping),this}},mu=class extends _r{constructor(e){super(e),this.isRawShaderMaterial=!0,this.type="RawShaderMaterial"}},Jl=class extends Br{constructor(e){super(),this.isMeshStandardMaterial=!0,this.type="MeshStandardMaterial",this.defines={STANDARD:""},this.color=new yt(16777215),this.roughness=1,this.metalness=0,this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new yt(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=pc,this.normalScale=new tt(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.roughnessMap=null,this.metalnessMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new Or,this.envMapIntensity=1,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.defines={STANDARD:""},this.color.copy(e.color),this.roughness=e.roughness,this.metalness=e.metalness,this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.emissive.copy(e.emissive),this.emissiveMap=e.emissiveMap,this.emissiveIntensity=e.emissiveIntensity,this.bumpMap=e.bumpMap,this.bumpScale=e.bumpScale,this.normalMap=e.normalMap,this.normalMapType=e.normalMapType,this.normalScale.copy(e.normalScale),this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.roughnessMap=e.roughnessMap,this.metalnessMap=e.metalnessMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.envMapIntensity=e.envMapIntensity,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.flatShading=e.flatShading,this.fog=e.fog,this}};var Kl=class extends Br{constructor(e){super(),this.isMeshPhongMaterial=!0,this.type="MeshPhongMaterial",this.color=new yt(16777215),this.specular=new yt(1118481),this.shininess=30,this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new yt(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=pc,this.normalScale=new tt(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new Or,this.combine=Du,this.reflectivity=1,this.envMapIntensity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.specular.copy(e.specular),this.shininess=e.shininess,this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.emissive.copy(e.emissive),this.emissiveMap=e.emissiveMap,this.emissiveIntensity=e.emissiveIntensity,this.bumpMap=e.bumpMap,this.bumpScale=e.bumpScale,this.normalMap=e.normalMap,this.normalMapType=e.normalMapType,this.normalScale.copy(e.normalScale),this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.specularMap=e.specularMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.combine=e.combine,this.reflectivity=e.reflectivity,this.envMapIntensity=e.envMapIntensity,this.refractionRatio=e.refractionRatio,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.flatShading=e.flatShading,this.fog=e.fog,this}};var gu=class extends Br{constructor(e){super(),this.isMeshDepthMaterial=!0,this.type="MeshDepthMaterial",this.depthPacking=q_,this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.wireframe=!1,this.wireframeLinewidth=1,this.setValues(e)}copy(e){return super.copy(e),this.depthPacking=e.depthPacking,this.map=e.map,this.alphaMap=e.alphaMap,this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this}},vu=class extends Br{constructor(e){super(),this.isMeshDistanceMaterial=!0,this.type="MeshDistanceMaterial",this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.setValues(e)}copy(e){return super.copy(e),this.map=e.map,this.alphaMap=e.alphaMap,this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this}};function xo(n,e){return!n||n.constructor===e?n:typeof e.BYTES_PER_ELEMENT=="number"?new e(n):Array.prototype.slice.call(n)}function W0(n){return n!==void 0&&n.inTangents!==void 0&&n.outTangents!==void 0}var Xs=class{constructor(e,t,i,r){this.parameterPositions=e,this._cachedIndex=0,this.resultBuffer=r!==void 0?r:new t.constructor(i),this.sampleValues=t,this.valueSize=i,this.settings=null,this.DefaultSettings_={}}evaluate(e){let t=this.parameterPositions,i=this._cachedIndex,r=t[i],s=t[i-1];e:{t:{let a;n:{i:if(!(e<r)){for(let o=i+2;;){if(r===void 0){if(e<s)break i;return i=t.length,this._cachedIndex=i,this.copySampleValue_(i-1)}if(i===o)break;if(s=r,r=t[++i],e<r)break t}a=t.length;break n}if(!(e>=s)){let o=t[1];e<o&&(i=2,s=o);for(let l=i-2;;){if(s===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(i===l)break;if(r=s,s=t[--i-1],e>=s)break t}a=i,i=0;break n}break e}for(;i<a;){let o=i+a>>>1;e<t[o]?a=o:i=o+1}if(r=t[i],s=t[i-1],s===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(r===void 0)return i=t.length,this._cachedIndex=i,this.copySampleValue_(i-1)}this._cachedIndex=i,this.intervalChanged_(i,s,r)}return this.interpolate_(i,s,e,r)}getSettings_(){return this.settings||this.DefaultSettings_}copySampleValue_(e){let t=this.resultBuffer,i=this.sampleValues,r=this.valueSize,s=e*r;for(let a=0;a!==r;++a)t[a]=i[s+a];return t}interpolate_(){throw new Error("THREE.Interpolant: Call to abstract method.")}intervalChanged_(){}},_u=class extends Xs{constructor(e,t,i,r){super(e,t,i,r),this._weightPrev=-0,this._offsetPrev=-0,this._weightNext=-0,this._offsetNext=-0,this.DefaultSettings_={endingStart:Zd,endingEnd:Zd}}intervalChanged_(e,t,i){let r=this.parameterPositions,s=e-2,a=e+1,o=r[s],l=r[a];if(o===void 0)switch(this.getSettings_().endingStart){case $d:s=e,o=2*t-i;break;case Jd:s=r.length-2,o=t+r[s]-r[s+1];break;default:s=e,o=i}if(l===void 0)switch(this.getSettings_().endingEnd){case $d:a=e,l=2*i-t;break;case Jd:a=1,l=i+r[1]-r[0];break;default:a=e-1,l=t}let c=(i-t)*.5,u=this.valueSize;this._weightPrev=c/(t-o),this._weightNext=c/(l-i),this._offsetPrev=s*u,this._offsetNext=a*u}interpolate_(e,t,i,r){let s=this.resultBuffer,a=this.sampleValues,o=this.valueSize,l=e*o,c=l-o,u=this._offsetPrev,h=this._offsetNext,f=this._weightPrev,d=this._weightNext,v=(i-t)/(r-t),b=v*v,g=b*v,m=-f*g+2*f*b-f*v,y=(1+f)*g+(-1.5-2*f)*b+(-.5+f)*v+1,P=(-1-d)*g+(1.5+d)*b+.5*v,M=d*g-d*b;for(let D=0;D!==o;++D)s[D]=m*a[u+D]+y*a[c+D]+P*a[l+D]+M*a[h+D];return s}},xu=class extends Xs{constructor(e,t,i,r){super(e,t,i,r)}interpolate_(e,t,i,r){let s=this.resultBuffer,a=this.sampleValues,o=this.valueSize,l=e*o,c=l-o,u=(i-t)/(r-t),h=1-u;for(let f=0;f!==o;++f)s[f]=a[c+f]*h+a[l+f]*u;return s}},yu=class extends Xs{constructor(e,t,i,r){super(e,t,i,r)}interpolate_(e){return this.copySampleValue_(e-1)}},bu=class extends Xs{interpolate_(e,t,i,r){let s=this.resultBuffer,a=this.sampleValues,o=this.valueSize,l=e*o,c=l-o,u=this.inTangents,h=this.outTangents;if(!u||!h){let v=(i-t)/(r-t),b=1-v;for(let g=0;g!==o;++g)s[g]=a[c+g]*b+a[l+g]*v;return s}let f=o*2,d=e-1;for(let v=0;v!==o;++v){let b=a[c+v],g=a[l+v],m=d*f+v*2,y=h[m],P=h[m+1],M=e*f+v*2,D=u[M],R=u[M+1],x=bS(i,t,y,D,r);s[v]=lx(x,b,P,R,g)}return s}};function lx(n,e,t,i,r){let s=1-n;return s*s*s*e+3*s*s*n*t+3*s*n*n*i+n*n*n*r}function yS(n,e,t,i,r){let s=1-n;return 3*s*s*(t-e)+6*s*n*(i-t)+3*n*n*(r-i)}function bS(n,e,t,i,r){let s=(n-e)/(r-e);for(let a=0;a<8;a++){let o=lx(s,e,t,i,r)-n;if(Math.abs(o)<1e-10)break;let l=yS(s,e,t,i,r);if(Math.abs(l)<1e-10)break;s=Math.max(0,Math.min(1,s-o/l))}return s}var Yi=class{constructor(e,t,i,r){if(e===void 0)throw new Error("THREE.KeyframeTrack: track name is undefined");if(t===void 0||t.length===0)throw new Error("THREE.KeyframeTrack: no keyframes in track named "+e);this.name=e,this.times=xo(t,this.TimeBufferType),this.values=xo(i,this.ValueBufferType),this.setInterpolation(r||this.DefaultInterpolation)}static toJSON(e){let t=e.constructor,i;if(t.toJSON!==this.toJSON)i=t.toJSON(e);else{i={name:e.name,times:xo(e.times,Array),values:xo(e.values,Array)};let r=e.getInterpolation();r!==e.DefaultInterpolation&&(i.interpolation=r),W0(e.settings)&&(i.settings={inTangents:xo(e.settings.inTangents,Array),outTangents:xo(e.settings.outTangents,Array)})}return i.type=e.ValueTypeName,i}InterpolantFactoryMethodDiscrete(e){return new yu(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodLinear(e){return new xu(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodSmooth(e){return new _u(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodBezier(e){let t=new bu(this.times,this.values,this.getValueSize(),e);return this.settings&&(t.inTangents=this.settings.inTangents,t.outTangents=this.settings.outTangents),t}setInterpolation(e){let t;switch(e){case Il:t=this.InterpolantFactoryMethodDiscrete;break;case ru:t=this.InterpolantFactoryMethodLinear;break;case Y0:t=this.InterpolantFactoryMethodSmooth;break;case Yd:t=this.InterpolantFactoryMethodBezier;break}if(t===void 0){let i="unsupported interpolation for "+this.ValueTypeName+" keyframe track named "+this.name;if(this.createInterpolant===void 0)if(e!==this.DefaultInterpolation)this.setInterpolation(this.DefaultInterpolation);else throw new Error(i);return st("KeyframeTrack:",i),this}return this.createInterpolant=t,this}getInterpolation(){switch(this.createInterpolant){case this.InterpolantFactoryMethodDiscrete:return Il;case this.InterpolantFactoryMethodLinear:return ru;case this.InterpolantFactoryMethodSmooth:return Y0;case this.InterpolantFactoryMethodBezier:return Yd}}getValueSize(){return this.values.length/this.times.length}shift(e){if(e!==0){let t=this.times;for(let i=0,r=t.length;i!==r;++i)t[i]+=e;W0(this.settings)&&(__(this.settings.inTangents,e),__(this.settings.outTangents,e))}return this}scale(e){if(e!==1){let t=this.times;for(let i=0,r=t.length;i!==r;++i)t[i]*=e;W0(this.settings)&&(x_(this.settings.inTangents,e),x_(this.settings.outTangents,e))}return this}trim(e,t){let i=this.times,r=i.length,s=0,a=r-1;for(;s!==r&&i[s]<e;)++s;for(;a!==-1&&i[a]>t;)--a;if(++a,s!==0||a!==r){s>=a&&(a=Math.max(a,1),s=a-1);let o=this.getValueSize();this.times=i.slice(s,a),this.values=this.values.slice(s*o,a*o)}return this}validate(){let e=!0,t=this.getValueSize();t-Math.floor(t)!==0&&(ft("KeyframeTrack: Invalid value size in track.",this),e=!1);let i=this.times,r=this.values,s=i.length;s===0&&(ft("KeyframeTrack: Track is empty.",this),e=!1);let a=null;for(let o=0;o!==s;o++){let l=i[o];if(typeof l=="number"&&isNaN(l)){ft("KeyframeTrack: Time is not a valid number.",this,o,l),e=!1;break}if(a!==null&&a>l){ft("KeyframeTrack: Out of order keys.",this,o,l,a),e=!1;break}a=l}if(r!==void 0&&Ob(r))for(let o=0,l=r.length;o!==l;++o){let c=r[o];if(isNaN(c)){ft("KeyframeTrack: Value is not a valid number.",this,o,c),e=!1;break}}return e}optimize(){let e=this.times.slice(),t=this.values.slice(),i=this.getValueSize(),r=this.getInterpolation()===Y0,s=e.length-1,a=1;for(let o=1;o<s;++o){let l=!1,c=e[o],u=e[o+1];if(c!==u&&(o!==1||c!==e[0]))if(r)l=!0;else{let h=o*i,f=h-i,d=h+i;for(let v=0;v!==i;++v){let b=t[h+v];if(b!==t[f+v]||b!==t[d+v]){l=!0;break}}}if(l){if(o!==a){e[a]=e[o];let h=o*i,f=a*i;for(let d=0;d!==i;++d)t[f+d]=t[h+d]}++a}}if(s>0){e[a]=e[s];for(let o=s*i,l=a*i,c=0;c!==i;++c)t[l+c]=t[o+c];++a}return a!==e.length?(this.times=e.slice(0,a),this.values=t.slice(0,a*i)):(this.times=e,this.values=t),this}clone(){let e=this.times.slice(),t=this.values.slice(),i=this.constructor,r=new i(this.name,e,t);return r.createInterpolant=this.createInterpolant,W0(this.settings)&&(r.settings={inTangents:this.settings.inTangents.slice(),outTangents:this.settings.outTangents.slice()}),r}};function __(n,e){for(let t=0,i=n.length;t!==i;t+=2)n[t]+=e}function x_(n,e){for(let t=0,i=n.length;t!==i;t+=2)n[t]*=e}Yi.prototype.ValueTypeName="";Yi.prototype.TimeBufferType=Float32Array;Yi.prototype.ValueBufferType=Float32Array;Yi.prototype.DefaultInterpolation=ru;var Ys=class extends Yi{constructor(e,t,i){super(e,t,i)}};Ys.prototype.ValueTypeName="bool";Ys.prototype.ValueBufferType=Array;Ys.prototype.DefaultInterpolation=Il;Ys.prototype.InterpolantFactoryMethodLinear=void 0;Ys.prototype.InterpolantFactoryMethodSmooth=void 0;var Su=class extends Yi{constructor(e,t,i,r){super(e,t,i,r)}};Su.prototype.ValueTypeName="color";var Mu=class extends Yi{constructor(e,t,i,r){super(e,t,i,r)}};Mu.prototype.ValueTypeName="number";var wu=class extends Xs{constructor(e,t,i,r){super(e,t,i,r)}interpolate_(e,t,i,r){let s=this.resultBuffer,a=this.sampleValues,o=this.valueSize,l=(i-t)/(r-t),c=e*o;for(let u=c+o;c!==u;c+=4)Ti.slerpFlat(s,0,a,c-o,a,c,l);return s}},jl=class extends Yi{constructor(e,t,i,r){super(e,t,i,r)}InterpolantFactoryMethodLinear(e){return new wu(this.times,this.values,this.getValueSize(),e)}};jl.prototype.ValueTypeName="quaternion";jl.prototype.InterpolantFactoryMethodSmooth=void 0;var Zs=class extends Yi{constructor(e,t,i){super(e,t,i)}};Zs.prototype.ValueTypeName="string";Zs.prototype.ValueBufferType=Array;Zs.prototype.DefaultInterpolation=Il;Zs.prototype.InterpolantFactoryMethodLinear=void 0;Zs.prototype.InterpolantFactoryMethodSmooth=void 0;var Tu=class extends Yi{constructor(e,t,i,r){super(e,t,i,r)}};Tu.prototype.ValueTypeName="vector";var Au=class{constructor(e,t,i){let r=this,s=!1,a=0,o=0,l,c=[];this.onStart=void 0,this.onLoad=e,this.onProgress=t,this.onError=i,this._abortController=null,this.itemStart=function(u){o++,s===!1&&r.onStart!==void 0&&r.onStart(u,a,o),s=!0},this.itemEnd=function(u){a++,r.onProgress!==void 0&&r.onProgress(u,a,o),a===o&&(s=!1,r.onLoad!==void 0&&r.onLoad())},this.itemError=function(u){r.onError!==void 0&&r.onError(u)},this.resolveURL=function(u){return u=u.normalize("NFC"),l?l(u):u},this.setURLModifier=function(u){return l=u,this},this.addHandler=function(u,h){return c.push(u,h),this},this.removeHandler=function(u){let h=c.indexOf(u);return h!==-1&&c.splice(h,2),this},this.getHandler=function(u){for(let h=0,f=c.length;h<f;h+=2){let d=c[h],v=c[h+1];if(d.global&&(d.lastIndex=0),d.test(u))return v}return null},this.abort=function(){return this.abortController.abort(),this._abortController=null,this}}get abortController(){return this._abortController||(this._abortController=new AbortController),this._abortController}},cx=new Au,Eu=class{constructor(e){this.manager=e!==void 0?e:cx,this.crossOrigin="anonymous",this.withCredentials=!1,this.path="",this.resourcePath="",this.requestHeader={},this.priority="auto",this.cache="default",typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}load(){}loadAsync(e,t){let i=this;return new Promise(function(r,s){i.load(e,r,t,s)})}parse(){}setCrossOrigin(e){return this.crossOrigin=e,this}setWithCredentials(e){return this.withCredentials=e,this}setPath(e){return this.path=e,this}setResourcePath(e){return this.resourcePath=e,this}setRequestHeader(e){return this.requestHeader=e,this}setPriority(e){return this.priority=e,this}setCache(e){return this.cache=e,this}abort(){return this}};Eu.DEFAULT_MATERIAL_NAME="__DEFAULT";var Ql=class extends si{static registerNode(e){this.prototype._lightNode=e}constructor(e,t=1){super(),this.isLight=!0,this.type="Light",this.color=new yt(e),this.intensity=t}copy(e,t){return super.copy(e,t),this.color.copy(e.color),this.intensity=e.intensity,this}toJSON(e){let t=super.toJSON(e);return t.object.color=this.color.getHex(),t.object.intensity=this.intensity,t}},ec=class extends Ql{constructor(e,t,i){super(e,i),this.isHemisphereLight=!0,this.type="HemisphereLight",this.position.copy(si.DEFAULT_UP),this.updateMatrix(),this.groundColor=new yt(t)}copy(e,t){return super.copy(e,t),this.groundColor.copy(e.groundColor),this}toJSON(e){let t=super.toJSON(e);return t.object.groundColor=this.groundColor.getHex(),t}},Xd=new Zt,y_=new j,b_=new j,Cu=class{constructor(e){this.camera=e,this.intensity=1,this.bias=0,this.biasNode=null,this.normalBias=0,this.radius=1,this.blurSamples=8,this.mapSize=new tt(512,512),this.mapType=ir,this.map=null,this.mapPass=null,this.matrix=new Zt,this.autoUpdate=!0,this.needsUpdate=!1,this._frustum=new Vs,this._frameExtents=new tt(1,1),this._viewportCount=1,this._viewports=[new Nn(0,0,1,1)]}getViewportCount(){return this._viewportCount}getCamera(){return this.camera}getFrustum(){return this._frustum}updateMatrices(e){let t=this.camera;y_.setFromMatrixPosition(e.matrixWorld),t.position.copy(y_),b_.setFromMatrixPosition(e.target.matrixWorld),t.lookAt(b_),t.updateMatrixWorld(),this._updateMatrix(t,this.matrix,this._frustum)}_updateMatrix(e,t,i,r){Xd.multiplyMatrices(e.projectionMatrix,e.matrixWorldInverse),i.setFromProjectionMatrix(Xd,e.coordinateSystem,e.reversedDepth);let s=this._frameExtents,a=r?r.z/s.x:1,o=r?r.w/s.y:1,l=r?r.x/s.x:0,c=r?r.y/s.y:0;e.coordinateSystem===wo||e.reversedDepth?t.set(.5*a,0,0,.5*a+l,0,.5*o,0,.5*o+c,0,0,1,0,0,0,0,1):t.set(.5*a,0,0,.5*a+l,0,.5*o,0,.5*o+c,0,0,.5,.5,0,0,0,1),t.multiply(Xd)}getViewport(e){return this._viewports[e]}getFrameExtents(){return this._frameExtents}dispose(){this.map&&this.map.dispose(),this.mapPass&&this.mapPass.dispose()}copy(e){return this.camera=e.camera.clone(),this.intensity=e.intensity,this.bias=e.bias,this.radius=e.radius,this.autoUpdate=e.autoUpdate,this.needsUpdate=e.needsUpdate,this.normalBias=e.normalBias,this.blurSamples=e.blurSamples,this.mapSize.copy(e.mapSize),this.mapType=e.mapType,this.biasNode=e.biasNode,this}clone(){return new this.constructor().copy(this)}toJSON(){let e={};return e.intensity=this.intensity,e.bias=this.bias,e.normalBias=this.normalBias,e.radius=this.radius,e.blurSamples=this.blurSamples,e.mapSize=this.mapSize.toArray(),e.mapType=this.mapType,e.camera=this.camera.toJSON(!1).object,delete e.camera.matrix,e}},q0=new j,X0=new Ti,Ur=new j,tc=class extends si{constructor(){super(),this.isCamera=!0,this.type="Camera",this.matrixWorldInverse=new Zt,this.projectionMatrix=new Zt,this.projectionMatrixInverse=new Zt,this.coordinateSystem=tr,this._reversedDepth=!1}get reversedDepth(){return this._reversedDepth}copy(e,t){return super.copy(e,t),this.matrixWorldInverse.copy(e.matrixWorldInverse),this.projectionMatrix.copy(e.projectionMatrix),this.projectionMatrixInverse.copy(e.projectionMatrixInverse),this.coordinateSystem=e.coordinateSystem,this}getWorldDirection(e){return super.getWorldDirection(e).negate()}updateMatrixWorld(e){super.updateMatrixWorld(e),this.matrixWorld.decompose(q0,X0,Ur),Ur.x===1&&Ur.y===1&&Ur.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(q0,X0,Ur.set(1,1,1)).invert()}updateWorldMatrix(e,t,i=!1){super.updateWorldMatrix(e,t,i),this.matrixWorld.decompose(q0,X0,Ur),Ur.x===1&&Ur.y===1&&Ur.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(q0,X0,Ur.set(1,1,1)).invert()}clone(){return new this.constructor().copy(this)}},zs=new j,S_=new tt,M_=new tt,mr=class extends tc{constructor(e=50,t=1,i=.1,r=2e3){super(),this.isPerspectiveCamera=!0,this.type="PerspectiveCamera",this.fov=e,this.zoom=1,this.near=i,this.far=r,this.focus=10,this.aspect=t,this.view=null,this.filmGauge=35,this.filmOffset=0,this.updateProjectionMatrix()}copy(e,t){return super.copy(e,t),this.fov=e.fov,this.zoom=e.zoom,this.near=e.near,this.far=e.far,this.focus=e.focus,this.aspect=e.aspect,this.view=e.view===null?null:Object.assign({},e.view),this.filmGauge=e.filmGauge,this.filmOffset=e.filmOffset,this}setFocalLength(e){let t=.5*this.getFilmHeight()/e;this.fov=su*2*Math.atan(t),this.updateProjectionMatrix()}getFocalLength(){let e=Math.tan(Rl*.5*this.fov);return .5*this.getFilmHeight()/e}getEffectiveFOV(){return su*2*Math.atan(Math.tan(Rl*.5*this.fov)/this.zoom)}getFilmWidth(){return this.filmGauge*Math.min(this.aspect,1)}getFilmHeight(){return this.filmGauge/Math.max(this.aspect,1)}getViewBounds(e,t,i){zs.set(-1,-1,.5).applyMatrix4(this.projectionMatrixInverse),t.set(zs.x,zs.y).multiplyScalar(-e/zs.z),zs.set(1,1,.5).applyMatrix4(this.projectionMatrixInverse),i.set(zs.x,zs.y).multiplyScalar(-e/zs.z)}getViewSize(e,t){return this.getViewBounds(e,S_,M_),t.subVectors(M_,S_)}setViewOffset(e,t,i,r,s,a){this.aspect=e/t,this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=e,this.view.fullHeight=t,this.view.offsetX=i,this.view.offsetY=r,this.view.width=s,this.view.height=a,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let e=this.near,t=e*Math.tan(Rl*.5*this.fov)/this.zoom,i=2*t,r=this.aspect*i,s=-.5*r,a=this.view;if(this.view!==null&&this.view.enabled){let l=a.fullWidth,c=a.fullHeight;s+=a.offsetX*r/l,t-=a.offsetY*i/c,r*=a.width/l,i*=a.height/c}let o=this.filmOffset;o!==0&&(s+=e*o/this.getFilmWidth()),this.projectionMatrix.makePerspective(s,s+r,t,t-i,e,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(e){let t=super.toJSON(e);return t.object.fov=this.fov,t.object.zoom=this.zoom,t.object.near=this.near,t.object.far=this.far,t.object.focus=this.focus,t.object.aspect=this.aspect,this.view!==null&&(t.object.view=Object.assign({},this.view)),t.object.filmGauge=this.filmGauge,t.object.filmOffset=this.filmOffset,t}};var nc=class extends tc{constructor(e=-1,t=1,i=1,r=-1,s=.1,a=2e3){super(),this.isOrthographicCamera=!0,this.type="OrthographicCamera",this.zoom=1,this.view=null,this.left=e,this.right=t,this.top=i,this.bottom=r,this.near=s,this.far=a,this.updateProjectionMatrix()}copy(e,t){return super.copy(e,t),this.left=e.left,this.right=e.right,this.top=e.top,this.bottom=e.bottom,this.near=e.near,this.far=e.far,this.zoom=e.zoom,this.view=e.view===null?null:Object.assign({},e.view),this}setViewOffset(e,t,i,r,s,a){this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=e,this.view.fullHeight=t,this.view.offsetX=i,this.view.offsetY=r,this.view.width=s,this.view.height=a,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let e=(this.right-this.left)/(2*this.zoom),t=(this.top-this.bottom)/(2*this.zoom),i=(this.right+this.left)/2,r=(this.top+this.bottom)/2,s=i-e,a=i+e,o=r+t,l=r-t;if(this.view!==null&&this.view.enabled){let c=(this.right-this.left)/this.view.fullWidth/this.zoom,u=(this.top-this.bottom)/this.view.fullHeight/this.zoom;s+=c*this.view.offsetX,a=s+c*this.view.width,o-=u*this.view.offsetY,l=o-u*this.view.height}this.projectionMatrix.makeOrthographic(s,a,o,l,this.near,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(e){let t=super.toJSON(e);return t.object.zoom=this.zoom,t.object.left=this.left,t.object.right=this.right,t.object.top=this.top,t.object.bottom=this.bottom,t.object.near=this.near,t.object.far=this.far,this.view!==null&&(t.object.view=Object.assign({},this.view)),t}},Kd=class extends Cu{constructor(){super(new nc(-5,5,5,-5,.5,500)),this.isDirectionalLightShadow=!0}},ic=class extends Ql{constructor(e,t){super(e,t),this.isDirectionalLight=!0,this.type="DirectionalLight",this.position.copy(si.DEFAULT_UP),this.updateMatrix(),this.target=new si,this.shadow=new Kd}dispose(){super.dispose(),this.shadow.dispose()}copy(e){return super.copy(e),this.target=e.target.clone(),this.shadow=e.shadow.clone(),this}toJSON(e){let t=super.toJSON(e);return t.object.shadow=this.shadow.toJSON(),t.object.target=this.target.uuid,t}};var rc=class extends fi{constructor(){super(),this.isInstancedBufferGeometry=!0,this.type="InstancedBufferGeometry",this.instanceCount=1/0}copy(e){return super.copy(e),this.instanceCount=e.instanceCount,this}toJSON(){let e=super.toJSON();return e.instanceCount=this.instanceCount,e.isInstancedBufferGeometry=!0,e}};var yo=-90,bo=1,Ro=class extends si{constructor(e,t,i){super(),this.type="CubeCamera",this.renderTarget=i,this.coordinateSystem=null,this.activeMipmapLevel=0;let r=new mr(yo,bo,e,t);r.layers=this.layers,this.add(r);let s=new mr(yo,bo,e,t);s.layers=this.layers,this.add(s);let a=new mr(yo,bo,e,t);a.layers=this.layers,this.add(a);let o=new mr(yo,bo,e,t);o.layers=this.layers,this.add(o);let l=new mr(yo,bo,e,t);l.layers=this.layers,this.add(l);let c=new mr(yo,bo,e,t);c.layers=this.layers,this.add(c)}updateCoordinateSystem(){let e=this.coordinateSystem,t=this.children.concat(),[i,r,s,a,o,l]=t;for(let c of t)this.remove(c);if(e===tr)i.up.set(0,1,0),i.lookAt(1,0,0),r.up.set(0,1,0),r.lookAt(-1,0,0),s.up.set(0,0,-1),s.lookAt(0,1,0),a.up.set(0,0,1),a.lookAt(0,-1,0),o.up.set(0,1,0),o.lookAt(0,0,1),l.up.set(0,1,0),l.lookAt(0,0,-1);else if(e===wo)i.up.set(0,-1,0),i.lookAt(-1,0,0),r.up.set(0,-1,0),r.lookAt(1,0,0),s.up.set(0,0,1),s.lookAt(0,1,0),a.up.set(0,0,-1),a.lookAt(0,-1,0),o.up.set(0,-1,0),o.lookAt(0,0,1),l.up.set(0,-1,0),l.lookAt(0,0,-1);else throw new Error("THREE.CubeCamera.updateCoordinateSystem(): Invalid coordinate system: "+e);for(let c of t)this.add(c),c.updateMatrixWorld()}update(e,t){this.parent===null&&this.updateMatrixWorld();let{renderTarget:i,activeMipmapLevel:r}=this;this.coordinateSystem!==e.coordinateSystem&&(this.coordinateSystem=e.coordinateSystem,this.updateCoordinateSystem());let[s,a,o,l,c,u]=this.children,h=e.getRenderTarget(),f=e.getActiveCubeFace(),d=e.getActiveMipmapLevel(),v=e.xr.enabled;e.xr.enabled=!1;let b=i.texture.mipmapsAutoUpdate;i.texture.mipmapsAutoUpdate=!1;let g=!1;e.isWebGLRenderer===!0?g=e.state.buffers.depth.getReversed():g=e.reversedDepthBuffer,e.setRenderTarget(i,0,r),g&&e.autoClear===!1&&e.clearDepth(),e.render(t,s),e.setRenderTarget(i,1,r),g&&e.autoClear===!1&&e.clearDepth(),e.render(t,a),e.setRenderTarget(i,2,r),g&&e.autoClear===!1&&e.clearDepth(),e.render(t,o),e.setRenderTarget(i,3,r),g&&e.autoClear===!1&&e.clearDepth(),e.render(t,l),e.setRenderTarget(i,4,r),g&&e.autoClear===!1&&e.clearDepth(),e.render(t,c),i.texture.mipmapsAutoUpdate=b,e.setRenderTarget(i,5,r),g&&e.autoClear===!1&&e.clearDepth(),e.render(t,u),e.setRenderTarget(h,f,d),e.xr.enabled=v,i.texture.needsPMREMUpdate=!0}};var Pp="\\[\\]\\.:\\/",SS=new RegExp("["+Pp+"]","g"),Ip="[^"+Pp+"]",MS="[^"+Pp.replace("\\.","")+"]",wS=/((?:WC+[\/:])*)/.source.replace("WC",Ip),TS=/(WCOD+)?/.source.replace("WCOD",MS),AS=/(?:\.(WC+)(?:\[(.+)\])?)?/.source.replace("WC",Ip),ES=/\.(WC+)(?:\[(.+)\])?/.source.replace("WC",Ip),CS=new RegExp("^"+wS+TS+AS+ES+"$"),RS=["material","materials","bones","map"],jd=class{constructor(e,t,i){let r=i||un.parseTrackName(t);this._targetGroup=e,this._bindings=e.subscribe_(t,r)}getValue(e,t){this.bind();let i=this._targetGroup.nCachedObjects_,r=this._bindings[i];r!==void 0&&r.getValue(e,t)}setValue(e,t){let i=this._bindings;for(let r=this._targetGroup.nCachedObjects_,s=i.length;r!==s;++r)i[r].setValue(e,t)}bind(){let e=this._bindings;for(let t=this._targetGroup.nCachedObjects_,i=e.length;t!==i;++t)e[t].bind()}unbind(){let e=this._bindings;for(let t=this._targetGroup.nCachedObjects_,i=e.length;t!==i;++t)e[t].unbind()}},un=class n{constructor(e,t,i){this.path=t,this.parsedPath=i||n.parseTrackName(t),this.node=n.findNode(e,this.parsedPath.nodeName),this.rootNode=e,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}static create(e,t,i){return e&&e.isAnimationObjectGroup?new n.Composite(e,t,i):new n(e,t,i)}static sanitizeNodeName(e){return e.replace(/\s/g,"_").replace(SS,"")}static parseTrackName(e){let t=CS.exec(e);if(t===null)throw new Error("THREE.PropertyBinding: Cannot parse trackName: "+e);let i={nodeName:t[2],objectName:t[3],objectIndex:t[4],propertyName:t[5],propertyIndex:t[6]},r=i.nodeName&&i.nodeName.lastIndexOf(".");if(r!==void 0&&r!==-1){let s=i.nodeName.substring(r+1);RS.indexOf(s)!==-1&&(i.nodeName=i.nodeName.substring(0,r),i.objectName=s)}if(i.propertyName===null||i.propertyName.length===0)throw new Error("THREE.PropertyBinding: can not parse propertyName from trackName: "+e);return i}static findNode(e,t){if(t===void 0||t===""||t==="."||t===-1||t===e.name||t===e.uuid)return e;if(e.skeleton){let i=e.skeleton.getBoneByName(t);if(i!==void 0)return i}if(e.children){let i=function(s){for(let a=0;a<s.length;a++){let o=s[a];if(o.name===t||o.uuid===t)return o;let l=i(o.children);if(l)return l}return null},r=i(e.children);if(r)return r}return null}_getValue_unavailable(){}_setValue_unavailable(){}_getValue_direct(e,t){e[t]=this.targetObject[this.propertyName]}_getValue_array(e,t){let i=this.resolvedProperty;for(let r=0,s=i.length;r!==s;++r)e[t++]=i[r]}_getValue_arrayElement(e,t){e[t]=this.resolvedProperty[this.propertyIndex]}_getValue_toArray(e,t){this.resolvedProperty.toArray(e,t)}_setValue_direct(e,t){this.targetObject[this.propertyName]=e[t]}_setValue_direct_setNeedsUpdate(e,t){this.targetObject[this.propertyName]=e[t],this.targetObject.needsUpdate=!0}_setValue_direct_setMatrixWorldNeedsUpdate(e,t){this.targetObject[this.propertyName]=e[t],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_array(e,t){let i=this.resolvedProperty;for(let r=0,s=i.length;r!==s;++r)i[r]=e[t++]}_setValue_array_setNeedsUpdate(e,t){let i=this.resolvedProperty;for(let r=0,s=i.length;r!==s;++r)i[r]=e[t++];this.targetObject.needsUpdate=!0}_setValue_array_setMatrixWorldNeedsUpdate(e,t){let i=this.resolvedProperty;for(let r=0,s=i.length;r!==s;++r)i[r]=e[t++];this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_arrayElement(e,t){this.resolvedProperty[this.propertyIndex]=e[t]}_setValue_arrayElement_setNeedsUpdate(e,t){this.resolvedProperty[this.propertyIndex]=e[t],this.targetObject.needsUpdate=!0}_setValue_arrayElement_setMatrixWorldNeedsUpdate(e,t){this.resolvedProperty[this.propertyIndex]=e[t],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_fromArray(e,t){this.resolvedProperty.fromArray(e,t)}_setValue_fromArray_setNeedsUpdate(e,t){this.resolvedProperty.fromArray(e,t),this.targetObject.needsUpdate=!0}_setValue_fromArray_setMatrixWorldNeedsUpdate(e,t){this.resolvedProperty.fromArray(e,t),this.targetObject.matrixWorldNeedsUpdate=!0}_getValue_unbound(e,t){this.bind(),this.getValue(e,t)}_setValue_unbound(e,t){this.bind(),this.setValue(e,t)}bind(){let e=this.node,t=this.parsedPath,i=t.objectName,r=t.propertyName,s=t.propertyIndex;if(e||(e=n.findNode(this.rootNode,t.nodeName),this.node=e),this.getValue=this._getValue_unavailable,this.setValue=this._setValue_unavailable,!e){st("PropertyBinding: No target node found for track: "+this.path+".");return}if(i){let c=t.objectIndex;switch(i){case"materials":if(!e.material){ft("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!e.material.materials){ft("PropertyBinding: Can not bind to material.materials as node.material does not have a materials array.",this);return}e=e.material.materials;break;case"bones":if(!e.skeleton){ft("PropertyBinding: Can not bind to bones as node does not have a skeleton.",this);return}e=e.skeleton.bones;for(let u=0;u<e.length;u++)if(e[u].name===c){c=u;break}break;case"map":if("map"in e){e=e.map;break}if(!e.material){ft("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!e.material.map){ft("PropertyBinding: Can not bind to material.map as node.material does not have a map.",this);return}e=e.material.map;break;default:if(e[i]===void 0){ft("PropertyBinding: Can not bind to objectName of node undefined.",this);return}e=e[i]}if(c!==void 0){if(e[c]===void 0){ft("PropertyBinding: Trying to bind to objectIndex of objectName, but is undefined.",this,e);return}e=e[c]}}let a=e[r];if(a===void 0){let c=t.nodeName;ft("PropertyBinding: Trying to update property for track: "+c+"."+r+" but it wasn't found.",e);return}let o=this.Versioning.None;this.targetObject=e,e.isMaterial===!0?o=this.Versioning.NeedsUpdate:e.isObject3D===!0&&(o=this.Versioning.MatrixWorldNeedsUpdate);let l=this.BindingType.Direct;if(s!==void 0){if(r==="morphTargetInfluences"){if(!e.geometry){ft("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.",this);return}if(!e.geometry.morphAttributes){ft("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.morphAttributes.",this);return}e.morphTargetDictionary[s]!==void 0&&(s=e.morphTargetDictionary[s])}l=this.BindingType.ArrayElement,this.resolvedProperty=a,this.propertyIndex=s}else a.fromArray!==void 0&&a.toArray!==void 0?(l=this.BindingType.HasFromToArray,this.resolvedProperty=a):Array.isArray(a)?(l=this.BindingType.EntireArray,this.resolvedProperty=a):this.propertyName=r;this.getValue=this.GetterByBindingType[l],this.setValue=this.SetterByBindingTypeAndVersioning[l][o]}unbind(){this.node=null,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}};un.Composite=jd;un.prototype.BindingType={Direct:0,EntireArray:1,ArrayElement:2,HasFromToArray:3};un.prototype.Versioning={None:0,NeedsUpdate:1,MatrixWorldNeedsUpdate:2};un.prototype.GetterByBindingType=[un.prototype._getValue_direct,un.prototype._getValue_array,un.prototype._getValue_arrayElement,un.prototype._getValue_toArray];un.prototype.SetterByBindingTypeAndVersioning=[[un.prototype._setValue_direct,un.prototype._setValue_direct_setNeedsUpdate,un.prototype._setValue_direct_setMatrixWorldNeedsUpdate],[un.prototype._setValue_array,un.prototype._setValue_array_setNeedsUpdate,un.prototype._setValue_array_setMatrixWorldNeedsUpdate],[un.prototype._setValue_arrayElement,un.prototype._setValue_arrayElement_setNeedsUpdate,un.prototype._setValue_arrayElement_setMatrixWorldNeedsUpdate],[un.prototype._setValue_fromArray,un.prototype._setValue_fromArray_setNeedsUpdate,un.prototype._setValue_fromArray_setMatrixWorldNeedsUpdate]];var W7=new Float32Array(1);var Po=class{constructor(e=1,t=0,i=0){this.radius=e,this.phi=t,this.theta=i}set(e,t,i){return this.radius=e,this.phi=t,this.theta=i,this}copy(e){return this.radius=e.radius,this.phi=e.phi,this.theta=e.theta,this}makeSafe(){return this.phi=Tt(this.phi,1e-6,Math.PI-1e-6),this}setFromVector3(e){return this.setFromCartesianCoords(e.x,e.y,e.z)}setFromCartesianCoords(e,t,i){return this.radius=Math.sqrt(e*e+t*t+i*i),this.radius===0?(this.theta=0,this.phi=0):(this.theta=Math.atan2(e,i),this.phi=Math.acos(Tt(t/this.radius,-1,1))),this}clone(){return new this.constructor().copy(this)}};var Qd=class{static{this.prototype.isMatrix2=!0}constructor(e,t,i,r){this.elements=[1,0,0,1],e!==void 0&&this.set(e,t,i,r)}identity(){return this.set(1,0,0,1),this}fromArray(e,t=0){for(let i=0;i<4;i++)this.elements[i]=e[i+t];return this}set(e,t,i,r){let s=this.elements;return s[0]=e,s[2]=t,s[1]=i,s[3]=r,this}};var sc=class extends gr{constructor(e,t=null){super(),this.object=e,this.domElement=t,this.enabled=!0,this.state=-1,this.keys={},this.mouseButtons={LEFT:null,MIDDLE:null,RIGHT:null},this.touches={ONE:null,TWO:null}}connect(e){this.domElement!==null&&this.disconnect(),this.domElement=e}disconnect(){}dispose(){}update(){}};function Dp(n,e,t,i){let r=PS(i);switch(t){case _p:return n*e;case Bu:return n*e/r.components*r.byteLength;case zu:return n*e/r.components*r.byteLength;case Qs:return n*e*2/r.components*r.byteLength;case Hu:return n*e*2/r.components*r.byteLength;case xp:return n*e*3/r.components*r.byteLength;case ds:return n*e*4/r.components*r.byteLength;case Gu:return n*e*4/r.components*r.byteLength;case lc:case cc:return Math.floor((n+3)/4)*Math.floor((e+3)/4)*8;case uc:case hc:return Math.floor((n+3)/4)*Math.floor((e+3)/4)*16;case Wu:case Xu:return Math.max(n,16)*Math.max(e,8)/4;case Vu:case qu:return Math.max(n,8)*Math.max(e,8)/2;case Yu:case Zu:case Ju:case Ku:return Math.floor((n+3)/4)*Math.floor((e+3)/4)*8;case $u:case fc:case ju:return Math.floor((n+3)/4)*Math.floor((e+3)/4)*16;case Qu:return Math.floor((n+3)/4)*Math.floor((e+3)/4)*16;case eh:return Math.floor((n+4)/5)*Math.floor((e+3)/4)*16;case th:return Math.floor((n+4)/5)*Math.floor((e+4)/5)*16;case nh:return Math.floor((n+5)/6)*Math.floor((e+4)/5)*16;case ih:return Math.floor((n+5)/6)*Math.floor((e+5)/6)*16;case rh:return Math.floor((n+7)/8)*Math.floor((e+4)/5)*16;case sh:return Math.floor((n+7)/8)*Math.floor((e+5)/6)*16;case ah:return Math.floor((n+7)/8)*Math.floor((e+7)/8)*16;case oh:return Math.floor((n+9)/10)*Math.floor((e+4)/5)*16;case lh:return Math.floor((n+9)/10)*Math.floor((e+5)/6)*16;case ch:return Math.floor((n+9)/10)*Math.floor((e+7)/8)*16;case uh:return Math.floor((n+9)/10)*Math.floor((e+9)/10)*16;case hh:return Math.floor((n+11)/12)*Math.floor((e+9)/10)*16;case fh:return Math.floor((n+11)/12)*Math.floor((e+11)/12)*16;case dh:case ph:case mh:return Math.ceil(n/4)*Math.ceil(e/4)*16;case gh:case vh:return Math.ceil(n/4)*Math.ceil(e/4)*8;case dc:case _h:return Math.ceil(n/4)*Math.ceil(e/4)*16}throw new Error(`Unable to determine texture byte length for ${t} format.`)}function PS(n){switch(n){case ir:case pp:return{byteLength:1,components:1};case No:case mp:case xr:return{byteLength:2,components:1};case Ou:case ku:return{byteLength:2,components:4};case Hr:case Fu:case rr:return{byteLength:4,components:1};case gp:case vp:return{byteLength:4,components:3}}throw new Error(`THREE.TextureUtils: Unknown texture type ${n}.`)}typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("register",{detail:{revision:"187"}}));typeof window<"u"&&(window.__THREE__?st("WARNING: Multiple instances of Three.js being imported."):window.__THREE__="187");function DS(){let n=null,e=!1,t=null,i=null;function r(s,a){i=n.requestAnimationFrame(r),t(s,a)}return{start:function(){e!==!0&&t!==null&&n!==null&&(i=n.requestAnimationFrame(r),e=!0)},stop:function(){n!==null&&n.cancelAnimationFrame(i),e=!1},setAnimationLoop:function(s){t=s},setContext:function(s){n=s}}}function LS(n){let e=new WeakMap;function t(o,l){let c=o.array,u=o.usage,h=c.byteLength,f=n.createBuffer();n.bindBuffer(l,f),n.bufferData(l,c,u),o.onUploadCallback();let d;if(c instanceof Float32Array)d=n.FLOAT;else if(typeof Float16Array<"u"&&c instanceof Float16Array)d=n.HALF_FLOAT;else if(c instanceof Uint16Array)o.isFloat16BufferAttribute?d=n.HALF_FLOAT:d=n.UNSIGNED_SHORT;else if(c instanceof Int16Array)d=n.SHORT;else if(c instanceof Uint32Array)d=n.UNSIGNED_INT;else if(c instanceof Int32Array)d=n.INT;else if(c instanceof Int8Array)d=n.BYTE;else if(c instanceof Uint8Array)d=n.UNSIGNED_BYTE;else if(c instanceof Uint8ClampedArray)d=n.UNSIGNED_BYTE;else throw new Error("THREE.WebGLAttributes: Unsupported buffer data format: "+c);return{buffer:f,type:d,bytesPerElement:c.BYTES_PER_ELEMENT,version:o.version,size:h}}function i(o,l,c){let u=l.array,h=l.updateRanges;if(n.bindBuffer(c,o),h.length===0)n.bufferSubData(c,0,u);else{h.sort((d,v)=>d.start-v.start);let f=0;for(let d=1;d<h.length;d++){let v=h[f],b=h[d];b.start<=v.start+v.count+1?v.count=Math.max(v.count,b.start+b.count-v.start):(++f,h[f]=b)}h.length=f+1;for(let d=0,v=h.length;d<v;d++){let b=h[d];n.bufferSubData(c,b.start*u.BYTES_PER_ELEMENT,u,b.start,b.count)}l.clearUpdateRanges()}l.onUploadCallback()}function r(o){return o.isInterleavedBufferAttribute&&(o=o.data),e.get(o)}function s(o){o.isInterleavedBufferAttribute&&(o=o.data);let l=e.get(o);l&&(n.deleteBuffer(l.buffer),e.delete(o))}function a(o,l){if(o.isInterleavedBufferAttribute&&(o=o.data),o.isGLBufferAttribute){let u=e.get(o);(!u||u.version<o.version)&&e.set(o,{buffer:o.buffer,type:o.type,bytesPerElement:o.elementSize,version:o.version});return}let c=e.get(o);if(c===void 0)e.set(o,t(o,l));else if(c.version<o.version){if(c.size!==o.array.byteLength)throw new Error("THREE.WebGLAttributes: The size of the buffer attribute's array buffer does not match the original size. Resizing buffer attributes is not supported.");i(c.buffer,o,l),c.version=o.version}}return{get:r,remove:s,update:a}}var NS=`#ifdef USE_ALPHAHASH
if(diffuseColor.a<getAlphaHashThreshold(vPosition))discard;
#endif`,US=`#ifdef USE_ALPHAHASH
const float ALPHA_HASH_SCALE=0.05;
float hash2D(vec2 value){
return fract(1.0e4*sin(17.0*value.x + 0.1*value.y)*(0.1 + abs(sin(13.0*value.y + value.x))));
}
float hash3D(vec3 value){
return hash2D(vec2(hash2D(value.xy),value.z));
}
float getAlphaHashThreshold(vec3 position){
float maxDeriv=max(
length(dFdx(position.xyz)),
length(dFdy(position.xyz))
);
float pixScale=1.0/(ALPHA_HASH_SCALE*maxDeriv);
vec2 pixScales=vec2(
exp2(floor(log2(pixScale))),
exp2(ceil(log2(pixScale)))
);
vec2 alpha=vec2(
hash3D(floor(pixScales.x*position.xyz)),
hash3D(floor(pixScales.y*position.xyz))
);
float lerpFactor=fract(log2(pixScale));
float x=(1.0 - lerpFactor)*alpha.x + lerpFactor*alpha.y;
float a=min(lerpFactor,1.0 - lerpFactor);
vec3 cases=vec3(
x*x/(2.0*a*(1.0 - a)),
(x - 0.5*a)/(1.0 - a),
1.0 -((1.0 - x)*(1.0 - x)/(2.0*a*(1.0 - a)))
);
float threshold=(x<(1.0 - a))
?((x<a)?cases.x:cases.y)
:cases.z;
return clamp(threshold,1.0e-6,1.0);
}
#endif`,FS=`#ifdef USE_ALPHAMAP
diffuseColor.a*=texture2D(alphaMap,vAlphaMapUv).g;
#endif`,OS=`#ifdef USE_ALPHAMAP
uniform sampler2D alphaMap;
#endif`,kS=`#ifdef USE_ALPHATEST
#ifdef ALPHA_TO_COVERAGE
diffuseColor.a=smoothstep(alphaTest,alphaTest + fwidth(diffuseColor.a),diffuseColor.a);
if(diffuseColor.a==0.0)discard;
#else
if(diffuseColor.a<alphaTest)discard;
#endif
#endif`,BS=`#ifdef USE_ALPHATEST
uniform float alphaTest;
#endif`,zS=`#ifdef USE_AOMAP
float ambientOcclusion=(texture2D(aoMap,vAoMapUv).r - 1.0)*aoMapIntensity + 1.0;
reflectedLight.indirectDiffuse*=ambientOcclusion;
#if defined( USE_CLEARCOAT )
clearcoatSpecularIndirect*=ambientOcclusion;
#endif
#if defined( USE_SHEEN )
sheenSpecularIndirect*=ambientOcclusion;
#endif
#if defined( USE_ENVMAP ) && defined( STANDARD )
float dotNV=saturate(dot(geometryNormal,geometryViewDir));
reflectedLight.indirectSpecular*=computeSpecularOcclusion(dotNV,ambientOcclusion,material.roughness);
#endif
#endif`,HS=`#ifdef USE_AOMAP
uniform sampler2D aoMap;
uniform float aoMapIntensity;
#endif`,GS=`#ifdef USE_BATCHING
#if ! defined( GL_ANGLE_multi_draw )
#define gl_DrawID _gl_DrawID
uniform int _gl_DrawID;
#endif
uniform highp sampler2D batchingTexture;
uniform highp usampler2D batchingIdTexture;
mat4 getBatchingMatrix(const in float i){
int size=textureSize(batchingTexture,0).x;
int j=int(i)*4;
int x=j % size;
int y=j/size;
vec4 v1=texelFetch(batchingTexture,ivec2(x,y),0);
vec4 v2=texelFetch(batchingTexture,ivec2(x + 1,y),0);
vec4 v3=texelFetch(batchingTexture,ivec2(x + 2,y),0);
vec4 v4=texelFetch(batchingTexture,ivec2(x + 3,y),0);
return mat4(v1,v2,v3,v4);
}
float getIndirectIndex(const in int i){
int size=textureSize(batchingIdTexture,0).x;
int x=i % size;
int y=i/size;
return float(texelFetch(batchingIdTexture,ivec2(x,y),0).r);
}
#endif
#ifdef USE_BATCHING_COLOR
uniform sampler2D batchingColorTexture;
vec4 getBatchingColor(const in float i){
int size=textureSize(batchingColorTexture,0).x;
int j=int(i);
int x=j % size;
int y=j/size;
return texelFetch(batchingColorTexture,ivec2(x,y),0);
}
#endif`,VS=`#ifdef USE_BATCHING
mat4 batchingMatrix=getBatchingMatrix(getIndirectIndex(gl_DrawID));
#endif`,WS=`vec3 transformed=vec3(position);
#ifdef USE_ALPHAHASH
vPosition=vec3(position);
#endif`,qS=`vec3 objectNormal=vec3(normal);
#ifdef USE_TANGENT
vec3 objectTangent=vec3(tangent.xyz);
#endif`,XS=`float G_BlinnPhong_Implicit( ) {
	return 0.25;
}
float D_BlinnPhong( const in float shininess, const in float dotNH ) {
	return RECIPROCAL_PI * ( shininess * 0.5 + 1.0 ) * pow( dotNH, shininess );
}
vec3 BRDF_BlinnPhong( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 specularColor, const in float shininess ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( specularColor, 1.0, dotVH );
	float G = G_BlinnPhong_Implicit( );
	float D = D_BlinnPhong( shininess, dotNH );
	return F * ( G * D );
} // validated`,YS=`#ifdef USE_IRIDESCENCE
const mat3 XYZ_TO_REC709=mat3(
3.2404542,-0.9692660,0.0556434,
-1.5371385,1.8760108,-0.2040259,
-0.4985314,0.0415560,1.0572252
);
vec3 Fresnel0ToIor(vec3 fresnel0){
vec3 sqrtF0=sqrt(fresnel0);
return(vec3(1.0)+ sqrtF0)/(vec3(1.0)- sqrtF0);
}
vec3 IorToFresnel0(vec3 transmittedIor,float incidentIor){
return pow2((transmittedIor - vec3(incidentIor))/(transmittedIor + vec3(incidentIor)));
}
float IorToFresnel0(float transmittedIor,float incidentIor){
return pow2((transmittedIor - incidentIor)/(transmittedIor + incidentIor));
}
vec3 evalSensitivity(float OPD,vec3 shift){
float phase=2.0*PI*OPD*1.0e-9;
vec3 val=vec3(5.4856e-13,4.4201e-13,5.2481e-13);
vec3 pos=vec3(1.6810e+06,1.7953e+06,2.2084e+06);
vec3 var=vec3(4.3278e+09,9.3046e+09,6.6121e+09);
vec3 xyz=val*sqrt(2.0*PI*var)*cos(pos*phase + shift)*exp(- pow2(phase)*var);
xyz.x +=9.7470e-14*sqrt(2.0*PI*4.5282e+09)*cos(2.2399e+06*phase + shift[0])*exp(- 4.5282e+09*pow2(phase));
xyz/=1.0685e-7;
vec3 rgb=XYZ_TO_REC709*xyz;
return rgb;
}
vec3 evalIridescence(float outsideIOR,float eta2,float cosTheta1,float thinFilmThickness,vec3 baseF0){
vec3 I;
float iridescenceIOR=mix(outsideIOR,eta2,smoothstep(0.0,0.03,thinFilmThickness));
float sinTheta2Sq=pow2(outsideIOR/iridescenceIOR)*(1.0 - pow2(cosTheta1));
float cosTheta2Sq=1.0 - sinTheta2Sq;
if(cosTheta2Sq<0.0){
return vec3(1.0);
}
float cosTheta2=sqrt(cosTheta2Sq);
float R0=IorToFresnel0(iridescenceIOR,outsideIOR);
float R12=F_Schlick(R0,1.0,cosTheta1);
float T121=1.0 - R12;
float phi12=0.0;
if(iridescenceIOR<outsideIOR)phi12=PI;
float phi21=PI - phi12;
vec3 baseIOR=Fresnel0ToIor(clamp(baseF0,0.0,0.9999));vec3 R1=IorToFresnel0(baseIOR,iridescenceIOR);
vec3 R23=F_Schlick(R1,1.0,cosTheta2);
vec3 phi23=vec3(0.0);
if(baseIOR[0]<iridescenceIOR)phi23[0]=PI;
if(baseIOR[1]<iridescenceIOR)phi23[1]=PI;
if(baseIOR[2]<iridescenceIOR)phi23[2]=PI;
float OPD=2.0*iridescenceIOR*thinFilmThickness*cosTheta2;
vec3 phi=vec3(phi21)+ phi23;
vec3 R123=clamp(R12*R23,1e-5,0.9999);
vec3 r123=sqrt(R123);
vec3 Rs=pow2(T121)*R23/(vec3(1.0)- R123);
vec3 C0=R12 + Rs;
I=C0;
vec3 Cm=Rs - T121;
for(int m=1;m<=2;++ m){
Cm*=r123;
vec3 Sm=2.0*evalSensitivity(float(m)*OPD,float(m)*phi);
I +=Cm*Sm;
}
return max(I,vec3(0.0));
}
#endif`,ZS=`#ifdef USE_BUMPMAP
uniform sampler2D bumpMap;
uniform float bumpScale;
vec2 dHdxy_fwd(){
vec2 dSTdx=dFdx(vBumpMapUv);
vec2 dSTdy=dFdy(vBumpMapUv);
float Hll=bumpScale*texture2D(bumpMap,vBumpMapUv).x;
float dBx=bumpScale*texture2D(bumpMap,vBumpMapUv + dSTdx).x - Hll;
float dBy=bumpScale*texture2D(bumpMap,vBumpMapUv + dSTdy).x - Hll;
return vec2(dBx,dBy);
}
vec3 perturbNormalArb(vec3 surf_pos,vec3 surf_norm,vec2 dHdxy,float faceDirection){
vec3 vSigmaX=normalize(dFdx(surf_pos.xyz));
vec3 vSigmaY=normalize(dFdy(surf_pos.xyz));
vec3 vN=surf_norm;
vec3 R1=cross(vSigmaY,vN);
vec3 R2=cross(vN,vSigmaX);
float fDet=dot(vSigmaX,R1)*faceDirection;
vec3 vGrad=sign(fDet)*(dHdxy.x*R1 + dHdxy.y*R2);
return normalize(abs(fDet)*surf_norm - vGrad);
}
#endif`,$S=`#if NUM_CLIPPING_PLANES > 0
vec4 plane;
#ifdef ALPHA_TO_COVERAGE
float distanceToPlane,distanceGradient;
float clipOpacity=1.0;
#pragma unroll_loop_start
for(int i=0;i<UNION_CLIPPING_PLANES;i ++){
plane=clippingPlanes[i];
distanceToPlane=- dot(vClipPosition,plane.xyz)+ plane.w;
distanceGradient=fwidth(distanceToPlane)/2.0;
clipOpacity*=smoothstep(- distanceGradient,distanceGradient,distanceToPlane);
if(clipOpacity==0.0)discard;
}
#pragma unroll_loop_end
#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
float unionClipOpacity=1.0;
#pragma unroll_loop_start
for(int i=UNION_CLIPPING_PLANES;i<NUM_CLIPPING_PLANES;i ++){
plane=clippingPlanes[i];
distanceToPlane=- dot(vClipPosition,plane.xyz)+ plane.w;
distanceGradient=fwidth(distanceToPlane)/2.0;
unionClipOpacity*=1.0 - smoothstep(- distanceGradient,distanceGradient,distanceToPlane);
}
#pragma unroll_loop_end
clipOpacity*=1.0 - unionClipOpacity;
#endif
diffuseColor.a*=clipOpacity;
if(diffuseColor.a==0.0)discard;
#else
#pragma unroll_loop_start
for(int i=0;i<UNION_CLIPPING_PLANES;i ++){
plane=clippingPlanes[i];
if(dot(vClipPosition,plane.xyz)>plane.w)discard;
}
#pragma unroll_loop_end
#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
bool clipped=true;
#pragma unroll_loop_start
for(int i=UNION_CLIPPING_PLANES;i<NUM_CLIPPING_PLANES;i ++){
plane=clippingPlanes[i];
clipped=(dot(vClipPosition,plane.xyz)>plane.w)&&clipped;
}
#pragma unroll_loop_end
if(clipped)discard;
#endif
#endif
#endif`,JS=`#if NUM_CLIPPING_PLANES > 0
varying vec3 vClipPosition;
uniform vec4 clippingPlanes[NUM_CLIPPING_PLANES];
#endif`,KS=`#if NUM_CLIPPING_PLANES > 0
varying vec3 vClipPosition;
#endif`,jS=`#if NUM_CLIPPING_PLANES > 0
vClipPosition=- mvPosition.xyz;
#endif`,QS=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
diffuseColor*=vColor;
#endif`,e5=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
varying vec4 vColor;
#endif`,t5=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
varying vec4 vColor;
#endif`,n5=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
vColor=vec4(1.0);
#endif
#ifdef USE_COLOR_ALPHA
vColor*=color;
#elif defined( USE_COLOR )
vColor.rgb*=color;
#endif
#ifdef USE_INSTANCING_COLOR
vColor.rgb*=instanceColor.rgb;
#endif
#ifdef USE_BATCHING_COLOR
vColor*=getBatchingColor(getIndirectIndex(gl_DrawID));
#endif`,i5=`#define PI 3.141592653589793
#define PI2 6.283185307179586
#define PI_HALF 1.5707963267948966
#define RECIPROCAL_PI 0.3183098861837907
#define RECIPROCAL_PI2 0.15915494309189535
#define EPSILON 1e-6
#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
#define whiteComplement( a ) ( 1.0 - saturate( a ) )
float pow2(const in float x){return x*x;}
vec3 pow2(const in vec3 x){return x*x;}
float pow3(const in float x){return x*x*x;}
float pow4(const in float x){float x2=x*x;return x2*x2;}
float max3(const in vec3 v){return max(max(v.x,v.y),v.z);}
float average(const in vec3 v){return dot(v,vec3(0.3333333));}
highp float rand(const in vec2 uv){
const highp float a=12.9898,b=78.233,c=43758.5453;
highp float dt=dot(uv.xy,vec2(a,b)),sn=mod(dt,PI);
return fract(sin(sn)*c);
}
#ifdef HIGH_PRECISION
float precisionSafeLength(vec3 v){return length(v);}
#else
float precisionSafeLength(vec3 v){
float maxComponent=max3(abs(v));
return length(v/maxComponent)*maxComponent;
}
#endif
struct IncidentLight{
vec3 color;
vec3 direction;
bool visible;
};
struct ReflectedLight{
vec3 directDiffuse;
vec3 directSpecular;
vec3 indirectDiffuse;
vec3 indirectSpecular;
};
#ifdef USE_ALPHAHASH
varying vec3 vPosition;
#endif
vec3 transformDirection(in vec3 dir,in mat4 matrix){
return normalize((matrix*vec4(dir,0.0)).xyz);
}
#define inverseTransformDirection transformDirectionByInverseViewMatrix
vec3 transformNormalByInverseViewMatrix(in vec3 normal,in mat4 viewMatrix){
return normalize((vec4(normal,0.0)*viewMatrix).xyz);
}
vec3 transformDirectionByInverseViewMatrix(in vec3 dir,in mat4 viewMatrix){
return normalize((vec4(dir,0.0)*viewMatrix).xyz);
}
bool isPerspectiveMatrix(mat4 m){
return m[2][3]==- 1.0;
}
vec2 equirectUv(in vec3 dir){
float u=atan(dir.z,dir.x)*RECIPROCAL_PI2 + 0.5;
float v=asin(clamp(dir.y,- 1.0,1.0))*RECIPROCAL_PI + 0.5;
return vec2(u,v);
}
vec3 BRDF_Lambert(const in vec3 diffuseColor){
return RECIPROCAL_PI*diffuseColor;
}
vec3 F_Schlick(const in vec3 f0,const in float f90,const in float dotVH){
float fresnel=exp2((- 5.55473*dotVH - 6.98316)*dotVH);
return f0*(1.0 - fresnel)+(f90*fresnel);
}
float F_Schlick(const in float f0,const in float f90,const in float dotVH){
float fresnel=exp2((- 5.55473*dotVH - 6.98316)*dotVH);
return f0*(1.0 - fresnel)+(f90*fresnel);
}`,r5=`vec3 transformedNormal=objectNormal;
#ifdef USE_TANGENT
vec3 transformedTangent=objectTangent;
#endif
#ifdef USE_BATCHING
mat3 bm=mat3(batchingMatrix);
transformedNormal/=vec3(dot(bm[0],bm[0]),dot(bm[1],bm[1]),dot(bm[2],bm[2]));
transformedNormal=bm*transformedNormal;
#ifdef USE_TANGENT
transformedTangent=bm*transformedTangent;
#endif
#endif
#ifdef USE_INSTANCING
mat3 im=mat3(instanceMatrix);
transformedNormal/=vec3(dot(im[0],im[0]),dot(im[1],im[1]),dot(im[2],im[2]));
transformedNormal=im*transformedNormal;
#ifdef USE_TANGENT
transformedTangent=im*transformedTangent;
#endif
#endif
transformedNormal=normalMatrix*transformedNormal;
#ifdef FLIP_SIDED
transformedNormal=- transformedNormal;
#endif
#ifdef USE_TANGENT
transformedTangent=(modelViewMatrix*vec4(transformedTangent,0.0)).xyz;
#endif`,s5=`#ifdef USE_DISPLACEMENTMAP
uniform sampler2D displacementMap;
uniform float displacementScale;
uniform float displacementBias;
#endif`,a5=`#ifdef USE_DISPLACEMENTMAP
transformed +=normalize(objectNormal)*(texture2D(displacementMap,vDisplacementMapUv).x*displacementScale + displacementBias);
#endif`,o5=`#ifdef USE_EMISSIVEMAP
vec4 emissiveColor=texture2D(emissiveMap,vEmissiveMapUv);
#ifdef DECODE_VIDEO_TEXTURE_EMISSIVE
emissiveColor=sRGBTransferEOTF(emissiveColor);
#endif
totalEmissiveRadiance*=emissiveColor.rgb;
#endif`,l5=`#ifdef USE_EMISSIVEMAP
uniform sampler2D emissiveMap;
#endif`,c5="gl_FragColor = linearToOutputTexel( gl_FragColor );",u5=`vec4 LinearTransferOETF( in vec4 value ) {
	return value;
}
vec4 sRGBTransferEOTF( in vec4 value ) {
	return vec4( mix( pow( value.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), value.rgb * 0.0773993808, vec3( lessThanEqual( value.rgb, vec3( 0.04045 ) ) ) ), value.a );
}
vec4 sRGBTransferOETF( in vec4 value ) {
	return vec4( mix( pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 ), value.rgb * 12.92, vec3( lessThanEqual( value.rgb, vec3( 0.0031308 ) ) ) ), value.a );
}`,h5=`#ifdef USE_ENVMAP
#ifdef ENV_WORLDPOS
vec3 cameraToFrag;
if(isOrthographic){
cameraToFrag=normalize(vec3(- viewMatrix[0][2],- viewMatrix[1][2],- viewMatrix[2][2]));
}else{
cameraToFrag=normalize(vWorldPosition - cameraPosition);
}
vec3 worldNormal=transformNormalByInverseViewMatrix(normal,viewMatrix);
#ifdef ENVMAP_MODE_REFLECTION
vec3 reflectVec=reflect(cameraToFrag,worldNormal);
#else
vec3 reflectVec=refract(cameraToFrag,worldNormal,refractionRatio);
#endif
#else
vec3 reflectVec=vReflect;
#endif
#ifdef ENVMAP_TYPE_CUBE
vec4 envColor=textureCube(envMap,envMapRotation*reflectVec);
#ifdef ENVMAP_BLENDING_MULTIPLY
outgoingLight=mix(outgoingLight,outgoingLight*envColor.xyz,specularStrength*reflectivity);
#elif defined( ENVMAP_BLENDING_MIX )
outgoingLight=mix(outgoingLight,envColor.xyz,specularStrength*reflectivity);
#elif defined( ENVMAP_BLENDING_ADD )
outgoingLight +=envColor.xyz*specularStrength*reflectivity;
#endif
#endif
#endif`,f5=`#ifdef USE_ENVMAP
uniform float envMapIntensity;
uniform mat3 envMapRotation;
uniform samplerCube envMap;
#ifdef ENVMAP_TYPE_PMREM
float roughnessToMip(const in float roughness){
float r=clamp(roughness,0.0,1.0);
return ENVMAP_MAX_LOD*r*(2.0 - r);
}
#endif
#endif`,d5=`#ifdef USE_ENVMAP
uniform float reflectivity;
#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
#define ENV_WORLDPOS
#endif
#ifdef ENV_WORLDPOS
varying vec3 vWorldPosition;
uniform float refractionRatio;
#else
varying vec3 vReflect;
#endif
#endif`,p5=`#ifdef USE_ENVMAP
#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
#define ENV_WORLDPOS
#endif
#ifdef ENV_WORLDPOS
varying vec3 vWorldPosition;
#else
varying vec3 vReflect;
uniform float refractionRatio;
#endif
#endif`,m5=`#ifdef USE_ENVMAP
#ifdef ENV_WORLDPOS
vWorldPosition=worldPosition.xyz;
#else
vec3 cameraToVertex;
if(isOrthographic){
cameraToVertex=normalize(vec3(- viewMatrix[0][2],- viewMatrix[1][2],- viewMatrix[2][2]));
}else{
cameraToVertex=normalize(worldPosition.xyz - cameraPosition);
}
vec3 worldNormal=transformNormalByInverseViewMatrix(transformedNormal,viewMatrix);
#ifdef ENVMAP_MODE_REFLECTION
vReflect=reflect(cameraToVertex,worldNormal);
#else
vReflect=refract(cameraToVertex,worldNormal,refractionRatio);
#endif
#endif
#endif`,g5=`#ifdef USE_FOG
vFogDepth=- mvPosition.z;
#endif`,v5=`#ifdef USE_FOG
varying float vFogDepth;
#endif`,_5=`#ifdef USE_FOG
#ifdef FOG_EXP2
float fogFactor=1.0 - exp(- fogDensity*fogDensity*vFogDepth*vFogDepth);
#else
float fogFactor=smoothstep(fogNear,fogFar,vFogDepth);
#endif
gl_FragColor.rgb=mix(gl_FragColor.rgb,fogColor,fogFactor);
#endif`,x5=`#ifdef USE_FOG
uniform vec3 fogColor;
varying float vFogDepth;
#ifdef FOG_EXP2
uniform float fogDensity;
#else
uniform float fogNear;
uniform float fogFar;
#endif
#endif`,y5=`#ifdef USE_GRADIENTMAP
uniform sampler2D gradientMap;
#endif
vec3 getGradientIrradiance(vec3 normal,vec3 lightDirection){
float dotNL=dot(normal,lightDirection);
vec2 coord=vec2(dotNL*0.5 + 0.5,0.0);
#ifdef USE_GRADIENTMAP
return vec3(texture2D(gradientMap,coord).r);
#else
vec2 fw=fwidth(coord)*0.5;
return mix(vec3(0.7),vec3(1.0),smoothstep(0.7 - fw.x,0.7 + fw.x,coord.x));
#endif
}`,b5=`#ifdef USE_LIGHTMAP
uniform sampler2D lightMap;
uniform float lightMapIntensity;
#endif`,S5=`LambertMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularStrength = specularStrength;`,M5=`varying vec3 vViewPosition;
struct LambertMaterial {
	vec3 diffuseColor;
	float specularStrength;
};
void RE_Direct_Lambert( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Lambert( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Lambert
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Lambert`,w5=`uniform bool receiveShadow;
uniform vec3 ambientLightColor;
#if defined( USE_LIGHT_PROBES )
uniform vec3 lightProbe[9];
#endif
vec3 shGetIrradianceAt(in vec3 normal,in vec3 shCoefficients[9]){
float x=normal.x,y=normal.y,z=normal.z;
vec3 result=shCoefficients[0]*0.886227;
result +=shCoefficients[1]*2.0*0.511664*y;
result +=shCoefficients[2]*2.0*0.511664*z;
result +=shCoefficients[3]*2.0*0.511664*x;
result +=shCoefficients[4]*2.0*0.429043*x*y;
result +=shCoefficients[5]*2.0*0.429043*y*z;
result +=shCoefficients[6]*(0.743125*z*z - 0.247708);
result +=shCoefficients[7]*2.0*0.429043*x*z;
result +=shCoefficients[8]*0.429043*(x*x - y*y);
return result;
}
vec3 getLightProbeIrradiance(const in vec3 lightProbe[9],const in vec3 normal){
vec3 worldNormal=transformNormalByInverseViewMatrix(normal,viewMatrix);
vec3 irradiance=shGetIrradianceAt(worldNormal,lightProbe);
return irradiance;
}
vec3 getAmbientLightIrradiance(const in vec3 ambientLightColor){
vec3 irradiance=ambientLightColor;
return irradiance;
}
float getDistanceAttenuation(const in float lightDistance,const in float cutoffDistance,const in float decayExponent){
float distanceFalloff=1.0/max(pow(lightDistance,decayExponent),0.01);
if(cutoffDistance>0.0){
distanceFalloff*=pow2(saturate(1.0 - pow4(lightDistance/cutoffDistance)));
}
return distanceFalloff;
}
float getSpotAttenuation(const in float coneCosine,const in float penumbraCosine,const in float angleCosine){
return smoothstep(coneCosine,penumbraCosine,angleCosine);
}
#if NUM_SUN_LIGHTS > 0
struct SunLight{
vec3 direction;
vec3 color;
};
uniform SunLight sunLights[NUM_SUN_LIGHTS];
void getSunLightInfo(const in SunLight sunLight,out IncidentLight light){
light.color=sunLight.color;
light.direction=sunLight.direction;
light.visible=true;
}
#endif
#if NUM_DIR_LIGHTS > 0
struct DirectionalLight{
vec3 direction;
vec3 color;
};
uniform DirectionalLight directionalLights[NUM_DIR_LIGHTS];
void getDirectionalLightInfo(const in DirectionalLight directionalLight,out IncidentLight light){
light.color=directionalLight.color;
light.direction=directionalLight.direction;
light.visible=true;
}
#endif
#if NUM_POINT_LIGHTS > 0
struct PointLight{
vec3 position;
vec3 color;
float distance;
float decay;
};
uniform PointLight pointLights[NUM_POINT_LIGHTS];
void getPointLightInfo(const in PointLight pointLight,const in vec3 geometryPosition,out IncidentLight light){
vec3 lVector=pointLight.position - geometryPosition;
light.direction=normalize(lVector);
float lightDistance=length(lVector);
light.color=pointLight.color;
light.color*=getDistanceAttenuation(lightDistance,pointLight.distance,pointLight.decay);
light.visible=(light.color !=vec3(0.0));
}
#endif
#if NUM_SPOT_LIGHTS > 0
struct SpotLight{
vec3 position;
vec3 direction;
vec3 color;
float distance;
float decay;
float coneCos;
float penumbraCos;
};
uniform SpotLight spotLights[NUM_SPOT_LIGHTS];
void getSpotLightInfo(const in SpotLight spotLight,const in vec3 geometryPosition,out IncidentLight light){
vec3 lVector=spotLight.position - geometryPosition;
light.direction=normalize(lVector);
float angleCos=dot(light.direction,spotLight.direction);
float spotAttenuation=getSpotAttenuation(spotLight.coneCos,spotLight.penumbraCos,angleCos);
if(spotAttenuation>0.0){
float lightDistance=length(lVector);
light.color=spotLight.color*spotAttenuation;
light.color*=getDistanceAttenuation(lightDistance,spotLight.distance,spotLight.decay);
light.visible=(light.color !=vec3(0.0));
}else{
light.color=vec3(0.0);
light.visible=false;
}
}
#endif
#if NUM_RECT_AREA_LIGHTS > 0
struct RectAreaLight{
vec3 color;
vec3 position;
vec3 halfWidth;
vec3 halfHeight;
};
uniform sampler2D ltc_1;uniform sampler2D ltc_2;
uniform RectAreaLight rectAreaLights[NUM_RECT_AREA_LIGHTS];
#endif
#if NUM_HEMI_LIGHTS > 0
struct HemisphereLight{
vec3 direction;
vec3 skyColor;
vec3 groundColor;
};
uniform HemisphereLight hemisphereLights[NUM_HEMI_LIGHTS];
vec3 getHemisphereLightIrradiance(const in HemisphereLight hemiLight,const in vec3 normal){
float dotNL=dot(normal,hemiLight.direction);
float hemiDiffuseWeight=0.5*dotNL + 0.5;
vec3 irradiance=mix(hemiLight.groundColor,hemiLight.skyColor,hemiDiffuseWeight);
return irradiance;
}
#endif
#include <lightprobes_pars_fragment>`,T5=`#ifdef USE_ENVMAP
vec3 getIBLIrradiance(const in vec3 normal){
#ifdef ENVMAP_TYPE_PMREM
vec3 worldNormal=transformNormalByInverseViewMatrix(normal,viewMatrix);
vec4 envMapColor=textureLod(envMap,envMapRotation*worldNormal,ENVMAP_MAX_LOD);
return PI*envMapColor.rgb*envMapIntensity;
#else
return vec3(0.0);
#endif
}
vec3 getIBLRadiance(const in vec3 viewDir,const in vec3 normal,const in float roughness){
#ifdef ENVMAP_TYPE_PMREM
vec3 reflectVec=reflect(- viewDir,normal);
reflectVec=normalize(mix(reflectVec,normal,pow4(roughness)));
reflectVec=transformDirectionByInverseViewMatrix(reflectVec,viewMatrix);
vec4 envMapColor=textureLod(envMap,envMapRotation*reflectVec,roughnessToMip(roughness));
return envMapColor.rgb*envMapIntensity;
#else
return vec3(0.0);
#endif
}
#ifdef USE_RETROREFLECTION
vec3 getIBLRetroRadiance(const in vec3 viewDir,const in vec3 normal,const in float roughness){
#ifdef ENVMAP_TYPE_PMREM
vec3 retroVec=normalize(mix(viewDir,normal,pow4(roughness)));
retroVec=transformDirectionByInverseViewMatrix(retroVec,viewMatrix);
vec4 envMapColor=textureLod(envMap,envMapRotation*retroVec,roughnessToMip(roughness));
return envMapColor.rgb*envMapIntensity;
#else
return vec3(0.0);
#endif
}
#endif
#ifdef USE_ANISOTROPY
vec3 getIBLAnisotropyRadiance(const in vec3 viewDir,const in vec3 normal,const in float roughness,const in vec3 bitangent,const in float anisotropy){
#ifdef ENVMAP_TYPE_PMREM
vec3 bentNormal=cross(bitangent,viewDir);
bentNormal=normalize(cross(bentNormal,bitangent));
bentNormal=normalize(mix(bentNormal,normal,pow2(pow2(1.0 - anisotropy*(1.0 - roughness)))));
return getIBLRadiance(viewDir,bentNormal,roughness);
#else
return vec3(0.0);
#endif
}
#ifdef USE_RETROREFLECTION
vec3 getIBLAnisotropyRetroRadiance(const in vec3 viewDir,const in vec3 normal,const in float roughness,const in vec3 bitangent,const in float anisotropy){
#ifdef ENVMAP_TYPE_PMREM
vec3 bentNormal=cross(bitangent,viewDir);
bentNormal=normalize(cross(bentNormal,bitangent));
bentNormal=normalize(mix(bentNormal,normal,pow2(pow2(1.0 - anisotropy*(1.0 - roughness)))));
return getIBLRetroRadiance(viewDir,bentNormal,roughness);
#else
return vec3(0.0);
#endif
}
#endif
#endif
#endif`,A5=`ToonMaterial material;
material.diffuseColor = diffuseColor.rgb;`,E5=`varying vec3 vViewPosition;
struct ToonMaterial {
	vec3 diffuseColor;
};
void RE_Direct_Toon( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 irradiance = getGradientIrradiance( geometryNormal, directLight.direction ) * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Toon( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Toon
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Toon`,C5=`BlinnPhongMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularColor = specular;
material.specularShininess = shininess;
material.specularStrength = specularStrength;`,R5=`varying vec3 vViewPosition;
struct BlinnPhongMaterial {
	vec3 diffuseColor;
	vec3 specularColor;
	float specularShininess;
	float specularStrength;
};
void RE_Direct_BlinnPhong( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
	reflectedLight.directSpecular += irradiance * BRDF_BlinnPhong( directLight.direction, geometryViewDir, geometryNormal, material.specularColor, material.specularShininess ) * material.specularStrength;
}
void RE_IndirectDiffuse_BlinnPhong( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_BlinnPhong
#define RE_IndirectDiffuse		RE_IndirectDiffuse_BlinnPhong`,P5=`PhysicalMaterial material;
material.diffuseColor=diffuseColor.rgb;
material.diffuseContribution=diffuseColor.rgb*(1.0 - metalnessFactor);
material.metalness=metalnessFactor;
vec3 dxy=max(abs(dFdx(nonPerturbedNormal)),abs(dFdy(nonPerturbedNormal)));
float geometryRoughness=max(max(dxy.x,dxy.y),dxy.z);
material.roughness=max(roughnessFactor,0.045);
material.roughness +=geometryRoughness;
material.roughness=min(material.roughness,1.0);
#ifdef USE_DIFFUSE_ROUGHNESS
float diffuseRoughnessFactor=diffuseRoughness;
#ifdef USE_DIFFUSE_ROUGHNESSMAP
diffuseRoughnessFactor*=texture2D(diffuseRoughnessMap,vDiffuseRoughnessMapUv).r;
#endif
material.diffuseRoughness=saturate(diffuseRoughnessFactor);
#endif
#ifdef IOR
material.ior=ior;
#ifdef USE_SPECULAR
float specularIntensityFactor=specularIntensity;
vec3 specularColorFactor=specularColor;
#ifdef USE_SPECULAR_COLORMAP
specularColorFactor*=texture2D(specularColorMap,vSpecularColorMapUv).rgb;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
specularIntensityFactor*=texture2D(specularIntensityMap,vSpecularIntensityMapUv).a;
#endif
material.specularF90=mix(specularIntensityFactor,1.0,metalnessFactor);
#else
float specularIntensityFactor=1.0;
vec3 specularColorFactor=vec3(1.0);
material.specularF90=1.0;
#endif
material.specularColor=min(pow2((material.ior - 1.0)/(material.ior + 1.0))*specularColorFactor,vec3(1.0))*specularIntensityFactor;
material.specularColorBlended=mix(material.specularColor,diffuseColor.rgb,metalnessFactor);
#else
material.specularColor=vec3(0.04);
material.specularColorBlended=mix(material.specularColor,diffuseColor.rgb,metalnessFactor);
material.specularF90=1.0;
#endif
#ifdef USE_CLEARCOAT
material.clearcoat=clearcoat;
material.clearcoatRoughness=clearcoatRoughness;
material.clearcoatF0=vec3(0.04);
material.clearcoatF90=1.0;
#ifdef USE_CLEARCOATMAP
material.clearcoat*=texture2D(clearcoatMap,vClearcoatMapUv).x;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
material.clearcoatRoughness*=texture2D(clearcoatRoughnessMap,vClearcoatRoughnessMapUv).y;
#endif
material.clearcoat=saturate(material.clearcoat);material.clearcoatRoughness=max(material.clearcoatRoughness,0.045);
material.clearcoatRoughness +=geometryRoughness;
material.clearcoatRoughness=min(material.clearcoatRoughness,1.0);
#endif
#ifdef USE_DISPERSION
material.dispersion=dispersion;
#endif
#ifdef USE_RETROREFLECTION
material.retroreflectivity=retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
material.iridescence=iridescence;
material.iridescenceIOR=iridescenceIOR;
#ifdef USE_IRIDESCENCEMAP
material.iridescence*=texture2D(iridescenceMap,vIridescenceMapUv).r;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
material.iridescenceThickness=(iridescenceThicknessMaximum - iridescenceThicknessMinimum)*texture2D(iridescenceThicknessMap,vIridescenceThicknessMapUv).g + iridescenceThicknessMinimum;
#else
material.iridescenceThickness=iridescenceThicknessMaximum;
#endif
#endif
#ifdef USE_SHEEN
material.sheenColor=sheenColor;
#ifdef USE_SHEEN_COLORMAP
material.sheenColor*=texture2D(sheenColorMap,vSheenColorMapUv).rgb;
#endif
material.sheenRoughness=clamp(sheenRoughness,0.0001,1.0);
#ifdef USE_SHEEN_ROUGHNESSMAP
material.sheenRoughness*=texture2D(sheenRoughnessMap,vSheenRoughnessMapUv).a;
#endif
#endif
#ifdef USE_ANISOTROPY
#ifdef USE_ANISOTROPYMAP
mat2 anisotropyMat=mat2(anisotropyVector.x,anisotropyVector.y,- anisotropyVector.y,anisotropyVector.x);
vec3 anisotropyPolar=texture2D(anisotropyMap,vAnisotropyMapUv).rgb;
vec2 anisotropyV=anisotropyMat*normalize(2.0*anisotropyPolar.rg - vec2(1.0))*anisotropyPolar.b;
#else
vec2 anisotropyV=anisotropyVector;
#endif
material.anisotropy=length(anisotropyV);
if(material.anisotropy==0.0){
anisotropyV=vec2(1.0,0.0);
}else{
anisotropyV/=material.anisotropy;
material.anisotropy=saturate(material.anisotropy);
}
material.alphaT=mix(pow2(material.roughness),1.0,pow2(material.anisotropy));
material.anisotropyT=tbn[0]*anisotropyV.x + tbn[1]*anisotropyV.y;
material.anisotropyB=tbn[1]*anisotropyV.x - tbn[0]*anisotropyV.y;
#endif`,I5=`uniform sampler2D dfgLUT;
struct PhysicalMaterial{
vec3 diffuseColor;
vec3 diffuseContribution;
vec3 specularColor;
vec3 specularColorBlended;
float roughness;
float metalness;
float specularF90;
float dispersion;
vec2 dfg;
vec3 multiScatteringCompensation;
#ifdef USE_DIFFUSE_ROUGHNESS
float diffuseRoughness;
#endif
#ifdef USE_RETROREFLECTION
float retroreflectivity;
#endif
#ifdef USE_CLEARCOAT
float clearcoat;
float clearcoatRoughness;
vec3 clearcoatF0;
float clearcoatF90;
#endif
#ifdef USE_IRIDESCENCE
float iridescence;
float iridescenceIOR;
float iridescenceThickness;
vec3 iridescenceFresnel;
vec3 iridescenceF0Dielectric;
vec3 iridescenceF0Metallic;
#endif
#ifdef USE_SHEEN
vec3 sheenColor;
float sheenRoughness;
#endif
#ifdef IOR
float ior;
#endif
#ifdef USE_TRANSMISSION
float transmission;
float transmissionAlpha;
float thickness;
float attenuationDistance;
vec3 attenuationColor;
#endif
#ifdef USE_ANISOTROPY
float anisotropy;
float alphaT;
vec3 anisotropyT;
vec3 anisotropyB;
#endif
};
vec3 clearcoatSpecularDirect=vec3(0.0);
vec3 clearcoatSpecularIndirect=vec3(0.0);
vec3 sheenSpecularDirect=vec3(0.0);
vec3 sheenSpecularIndirect=vec3(0.0);
vec3 Schlick_to_F0(const in vec3 f,const in float f90,const in float dotVH){
float x=clamp(1.0 - dotVH,0.0,1.0);
float x2=x*x;
float x5=clamp(x*x2*x2,0.0,0.9999);
return(f - vec3(f90)*x5)/(1.0 - x5);
}
#ifdef USE_DIFFUSE_ROUGHNESS
const float EON_EPSILON=1e-7;
float FON_DirectionalAlbedo(const in float mu,const in float roughness,const in float A){
float muComp=1.0 - mu;
float gOverPi=muComp*(0.0571085289 + muComp*(0.491881867 + muComp*(- 0.332181442 + muComp*0.0714429953)));
return A*(1.0 + roughness*gOverPi);
}
vec3 BRDF_EON(const in vec3 lightDir,const in vec3 viewDir,const in vec3 normal,const in vec3 diffuseColor,const in float roughness){
vec3 rho=saturate(diffuseColor);
if(roughness<=EON_EPSILON)return BRDF_Lambert(rho);
float dotNL=saturate(dot(normal,lightDir));
float dotNV=saturate(dot(normal,viewDir));
float s=dot(lightDir,viewDir)- dotNL*dotNV;
float sOverT=(s>0.0)?s/max(max(dotNL,dotNV),EON_EPSILON):s;
float A=1.0/(1.0 +(0.5 - 2.0/(3.0*PI))*roughness);
vec3 singleScatter=rho*RECIPROCAL_PI*A*(1.0 + roughness*sOverT);
float averageAlbedo=A*(1.0 +(2.0/3.0 - 28.0/(15.0*PI))*roughness);
float albedoV=FON_DirectionalAlbedo(dotNV,roughness,A);
float albedoL=FON_DirectionalAlbedo(dotNL,roughness,A);
vec3 rhoMultiScatter=rho*rho*averageAlbedo/max(vec3(EON_EPSILON),vec3(1.0)- rho*(1.0 - averageAlbedo));
vec3 multiScatter=rhoMultiScatter*RECIPROCAL_PI
*max(EON_EPSILON,1.0 - albedoV)
*max(EON_EPSILON,1.0 - albedoL)
/max(EON_EPSILON,1.0 - averageAlbedo);
return singleScatter + multiScatter;
}
vec3 EON_DirectionalAlbedo(const in vec3 diffuseColor,const in float roughness,const in float dotNV){
vec3 rho=saturate(diffuseColor);
if(roughness<=EON_EPSILON)return rho;
float A=1.0/(1.0 +(0.5 - 2.0/(3.0*PI))*roughness);
float directionalAlbedo=FON_DirectionalAlbedo(dotNV,roughness,A);
float averageAlbedo=A*(1.0 +(2.0/3.0 - 28.0/(15.0*PI))*roughness);
vec3 rhoMultiScatter=rho*rho*averageAlbedo/max(vec3(EON_EPSILON),vec3(1.0)- rho*(1.0 - averageAlbedo));
return rho*directionalAlbedo + rhoMultiScatter*(1.0 - directionalAlbedo);
}
#endif
float V_GGX_SmithCorrelated(const in float alpha,const in float dotNL,const in float dotNV){
float a2=pow2(alpha);
float gv=dotNL*sqrt(a2 +(1.0 - a2)*pow2(dotNV));
float gl=dotNV*sqrt(a2 +(1.0 - a2)*pow2(dotNL));
return 0.5/max(gv + gl,EPSILON);
}
float D_GGX(const in float alpha,const in float dotNH){
float a2=pow2(alpha);
float denom=pow2(dotNH)*(a2 - 1.0)+ 1.0;
return RECIPROCAL_PI*a2/pow2(denom);
}
#ifdef USE_ANISOTROPY
float V_GGX_SmithCorrelated_Anisotropic(const in float alphaT,const in float alphaB,const in float dotTV,const in float dotBV,const in float dotTL,const in float dotBL,const in float dotNV,const in float dotNL){
float gv=dotNL*length(vec3(alphaT*dotTV,alphaB*dotBV,dotNV));
float gl=dotNV*length(vec3(alphaT*dotTL,alphaB*dotBL,dotNL));
return 0.5/max(gv + gl,EPSILON);
}
float D_GGX_Anisotropic(const in float alphaT,const in float alphaB,const in float dotNH,const in float dotTH,const in float dotBH){
float a2=alphaT*alphaB;
highp vec3 v=vec3(alphaB*dotTH,alphaT*dotBH,a2*dotNH);
highp float v2=dot(v,v);
float w2=a2/v2;
return RECIPROCAL_PI*a2*pow2(w2);
}
#endif
#ifdef USE_CLEARCOAT
vec3 BRDF_GGX_Clearcoat(const in vec3 lightDir,const in vec3 viewDir,const in vec3 normal,const in PhysicalMaterial material){
vec3 f0=material.clearcoatF0;
float f90=material.clearcoatF90;
float roughness=max(material.clearcoatRoughness,0.045);
float alpha=pow2(roughness);
vec3 halfDir=normalize(lightDir + viewDir);
float dotNL=saturate(dot(normal,lightDir));
float dotNV=saturate(dot(normal,viewDir));
float dotNH=saturate(dot(normal,halfDir));
float dotVH=saturate(dot(viewDir,halfDir));
vec3 F=F_Schlick(f0,f90,dotVH);
float V=V_GGX_SmithCorrelated(alpha,dotNL,dotNV);
float D=D_GGX(alpha,dotNH);
return F*(V*D);
}
#endif
vec3 BRDF_GGX(const in vec3 lightDir,const in vec3 viewDir,const in vec3 normal,const in PhysicalMaterial material){
vec3 f0=material.specularColorBlended;
float f90=material.specularF90;
float roughness=max(material.roughness,0.045);
float alpha=pow2(roughness);
vec3 halfDir=normalize(lightDir + viewDir);
float dotNL=saturate(dot(normal,lightDir));
float dotNV=saturate(dot(normal,viewDir));
float dotNH=saturate(dot(normal,halfDir));
float dotVH=saturate(dot(viewDir,halfDir));
vec3 F=F_Schlick(f0,f90,dotVH);
#ifdef USE_IRIDESCENCE
F=mix(F,material.iridescenceFresnel,material.iridescence);
#endif
#ifdef USE_ANISOTROPY
float dotTL=dot(material.anisotropyT,lightDir);
float dotTV=dot(material.anisotropyT,viewDir);
float dotTH=dot(material.anisotropyT,halfDir);
float dotBL=dot(material.anisotropyB,lightDir);
float dotBV=dot(material.anisotropyB,viewDir);
float dotBH=dot(material.anisotropyB,halfDir);
float alphaT=max(material.alphaT,alpha);
float V=V_GGX_SmithCorrelated_Anisotropic(alphaT,alpha,dotTV,dotBV,dotTL,dotBL,dotNV,dotNL);
float D=D_GGX_Anisotropic(alphaT,alpha,dotNH,dotTH,dotBH);
#else
float V=V_GGX_SmithCorrelated(alpha,dotNL,dotNV);
float D=D_GGX(alpha,dotNH);
#endif
return F*(V*D);
}
vec2 LTC_Uv(const in vec3 N,const in vec3 V,const in float roughness){
const float LUT_SIZE=64.0;
const float LUT_SCALE=(LUT_SIZE - 1.0)/LUT_SIZE;
const float LUT_BIAS=0.5/LUT_SIZE;
float dotNV=saturate(dot(N,V));
vec2 uv=vec2(roughness,sqrt(1.0 - dotNV));
uv=uv*LUT_SCALE + LUT_BIAS;
return uv;
}
float LTC_ClippedSphereFormFactor(const in vec3 f){
float l=length(f);
return max((l*l + f.z)/(l + 1.0),0.0);
}
vec3 LTC_EdgeVectorFormFactor(const in vec3 v1,const in vec3 v2){
float x=dot(v1,v2);
float y=abs(x);
float a=0.8543985 +(0.4965155 + 0.0145206*y)*y;
float b=3.4175940 +(4.1616724 + y)*y;
float v=a/b;
float theta_sintheta=(x>0.0)?v:0.5*inversesqrt(max(1.0 - x*x,1e-7))- v;
return cross(v1,v2)*theta_sintheta;
}
vec3 LTC_Evaluate(const in vec3 N,const in vec3 V,const in vec3 P,const in mat3 mInv,const in vec3 rectCoords[4]){
vec3 v1=rectCoords[1]- rectCoords[0];
vec3 v2=rectCoords[3]- rectCoords[0];
vec3 lightNormal=cross(v1,v2);
if(dot(lightNormal,P - rectCoords[0])<0.0)return vec3(0.0);
vec3 T1,T2;
T1=normalize(V - N*dot(V,N));
T2=- cross(N,T1);
mat3 mat=mInv*transpose(mat3(T1,T2,N));
vec3 coords[4];
coords[0]=mat*(rectCoords[0]- P);
coords[1]=mat*(rectCoords[1]- P);
coords[2]=mat*(rectCoords[2]- P);
coords[3]=mat*(rectCoords[3]- P);
coords[0]=normalize(coords[0]);
coords[1]=normalize(coords[1]);
coords[2]=normalize(coords[2]);
coords[3]=normalize(coords[3]);
vec3 vectorFormFactor=vec3(0.0);
vectorFormFactor +=LTC_EdgeVectorFormFactor(coords[0],coords[1]);
vectorFormFactor +=LTC_EdgeVectorFormFactor(coords[1],coords[2]);
vectorFormFactor +=LTC_EdgeVectorFormFactor(coords[2],coords[3]);
vectorFormFactor +=LTC_EdgeVectorFormFactor(coords[3],coords[0]);
float result=LTC_ClippedSphereFormFactor(vectorFormFactor);
return vec3(result);
}
#if defined( USE_SHEEN )
float D_Charlie(float roughness,float dotNH){
float alpha=pow2(roughness);
float invAlpha=1.0/alpha;
float cos2h=dotNH*dotNH;
float sin2h=max(1.0 - cos2h,0.0078125);
return(2.0 + invAlpha)*pow(sin2h,invAlpha*0.5)/(2.0*PI);
}
float V_Neubelt(float dotNV,float dotNL){
return saturate(1.0/(4.0*(dotNL + dotNV - dotNL*dotNV)));
}
vec3 BRDF_Sheen(const in vec3 lightDir,const in vec3 viewDir,const in vec3 normal,vec3 sheenColor,const in float sheenRoughness){
vec3 halfDir=normalize(lightDir + viewDir);
float dotNL=saturate(dot(normal,lightDir));
float dotNV=saturate(dot(normal,viewDir));
float dotNH=saturate(dot(normal,halfDir));
float D=D_Charlie(sheenRoughness,dotNH);
float V=V_Neubelt(dotNV,dotNL);
return sheenColor*(D*V);
}
#endif
float IBLSheenBRDF(const in vec3 normal,const in vec3 viewDir,const in float roughness){
float dotNV=saturate(dot(normal,viewDir));
float r2=roughness*roughness;
float rInv=1.0/(roughness + 0.1);
float a=-1.9362 + 1.0678*roughness + 0.4573*r2 - 0.8469*rInv;
float b=-0.6014 + 0.5538*roughness - 0.4670*r2 - 0.1255*rInv;
float DG=exp(a*dotNV + b);
return saturate(DG);
}
vec3 EnvironmentBRDF(const in vec3 normal,const in vec3 viewDir,const in vec3 specularColor,const in float specularF90,const in float roughness){
float dotNV=saturate(dot(normal,viewDir));
vec2 fab=texture2D(dfgLUT,vec2(roughness,dotNV)).rg;
return specularColor*fab.x + specularF90*fab.y;
}
#ifdef USE_IRIDESCENCE
void computeMultiscatteringIridescence(const in vec2 fab,const in vec3 specularColor,const in float specularF90,const in float iridescence,const in vec3 iridescenceF0,inout vec3 singleScatter,inout vec3 multiScatter){
#else
void computeMultiscattering(const in vec2 fab,const in vec3 specularColor,const in float specularF90,inout vec3 singleScatter,inout vec3 multiScatter){
#endif
#ifdef USE_IRIDESCENCE
vec3 Fr=mix(specularColor,iridescenceF0,iridescence);
#else
vec3 Fr=specularColor;
#endif
vec3 FssEss=Fr*fab.x + specularF90*fab.y;
float Ess=fab.x + fab.y;
float Ems=1.0 - Ess;
vec3 Favg=Fr +(1.0 - Fr)*0.047619;vec3 Fms=FssEss*Favg/(1.0 - Ems*Favg);
singleScatter +=FssEss;
multiScatter +=Fms*Ems;
}
#if NUM_RECT_AREA_LIGHTS > 0
void RE_Direct_RectArea_Physical(const in RectAreaLight rectAreaLight,const in vec3 geometryPosition,const in vec3 geometryNormal,const in vec3 geometryViewDir,const in vec3 geometryClearcoatNormal,const in PhysicalMaterial material,inout ReflectedLight reflectedLight){
vec3 normal=geometryNormal;
vec3 viewDir=geometryViewDir;
vec3 position=geometryPosition;
vec3 lightPos=rectAreaLight.position;
vec3 halfWidth=rectAreaLight.halfWidth;
vec3 halfHeight=rectAreaLight.halfHeight;
vec3 lightColor=rectAreaLight.color;
float roughness=material.roughness;
vec3 rectCoords[4];
rectCoords[0]=lightPos + halfWidth - halfHeight;rectCoords[1]=lightPos - halfWidth - halfHeight;
rectCoords[2]=lightPos - halfWidth + halfHeight;
rectCoords[3]=lightPos + halfWidth + halfHeight;
vec2 uv=LTC_Uv(normal,viewDir,roughness);
vec4 t1=texture2D(ltc_1,uv);
vec4 t2=texture2D(ltc_2,uv);
mat3 mInv=mat3(
vec3(t1.x,0,t1.y),
vec3(0,1,0),
vec3(t1.z,0,t1.w)
);
vec3 fresnel=(material.specularColorBlended*t2.x +(material.specularF90 - material.specularColorBlended)*t2.y);
reflectedLight.directSpecular +=lightColor*fresnel*LTC_Evaluate(normal,viewDir,position,mInv,rectCoords);
reflectedLight.directDiffuse +=lightColor*material.diffuseContribution*LTC_Evaluate(normal,viewDir,position,mat3(1.0),rectCoords);
#ifdef USE_CLEARCOAT
vec3 Ncc=geometryClearcoatNormal;
vec2 uvClearcoat=LTC_Uv(Ncc,viewDir,material.clearcoatRoughness);
vec4 t1Clearcoat=texture2D(ltc_1,uvClearcoat);
vec4 t2Clearcoat=texture2D(ltc_2,uvClearcoat);
mat3 mInvClearcoat=mat3(
vec3(t1Clearcoat.x,0,t1Clearcoat.y),
vec3(0,1,0),
vec3(t1Clearcoat.z,0,t1Clearcoat.w)
);
vec3 fresnelClearcoat=material.clearcoatF0*t2Clearcoat.x +(material.clearcoatF90 - material.clearcoatF0)*t2Clearcoat.y;
clearcoatSpecularDirect +=lightColor*fresnelClearcoat*LTC_Evaluate(Ncc,viewDir,position,mInvClearcoat,rectCoords);
#endif
}
#endif
void RE_Direct_Physical(const in IncidentLight directLight,const in vec3 geometryPosition,const in vec3 geometryNormal,const in vec3 geometryViewDir,const in vec3 geometryClearcoatNormal,const in PhysicalMaterial material,inout ReflectedLight reflectedLight){
float dotNL=saturate(dot(geometryNormal,directLight.direction));
vec3 irradiance=dotNL*directLight.color;
#ifdef USE_CLEARCOAT
float dotNLcc=saturate(dot(geometryClearcoatNormal,directLight.direction));
vec3 ccIrradiance=dotNLcc*directLight.color;
clearcoatSpecularDirect +=ccIrradiance*BRDF_GGX_Clearcoat(directLight.direction,geometryViewDir,geometryClearcoatNormal,material);
#endif
#ifdef USE_SHEEN
sheenSpecularDirect +=irradiance*BRDF_Sheen(directLight.direction,geometryViewDir,geometryNormal,material.sheenColor,material.sheenRoughness);
float sheenAlbedoV=IBLSheenBRDF(geometryNormal,geometryViewDir,material.sheenRoughness);
float sheenAlbedoL=IBLSheenBRDF(geometryNormal,directLight.direction,material.sheenRoughness);
float sheenEnergyComp=1.0 - max3(material.sheenColor)*max(sheenAlbedoV,sheenAlbedoL);
irradiance*=sheenEnergyComp;
#endif
vec3 specularBRDF=BRDF_GGX(directLight.direction,geometryViewDir,geometryNormal,material);
#ifdef USE_RETROREFLECTION
vec3 retroViewDir=reflect(- geometryViewDir,geometryNormal);
vec3 retroSpecularBRDF=BRDF_GGX(directLight.direction,retroViewDir,geometryNormal,material);
specularBRDF=mix(specularBRDF,retroSpecularBRDF,saturate(material.retroreflectivity));
#endif
reflectedLight.directSpecular +=irradiance*specularBRDF*material.multiScatteringCompensation;
vec3 halfDir=normalize(directLight.direction + geometryViewDir);
float dotVH=saturate(dot(geometryViewDir,halfDir));
vec3 F=F_Schlick(material.specularColor,material.specularF90,dotVH);
#ifdef USE_RETROREFLECTION
vec3 retroHalfDir=normalize(directLight.direction + retroViewDir);
float dotRetroVH=saturate(dot(retroViewDir,retroHalfDir));
vec3 retroF=F_Schlick(material.specularColor,material.specularF90,dotRetroVH);
F=mix(F,retroF,saturate(material.retroreflectivity));
#endif
#ifdef USE_DIFFUSE_ROUGHNESS
vec3 diffuseBRDF=BRDF_EON(directLight.direction,geometryViewDir,geometryNormal,material.diffuseColor,material.diffuseRoughness)*(1.0 - material.metalness);
#else
vec3 diffuseBRDF=BRDF_Lambert(material.diffuseContribution);
#endif
reflectedLight.directDiffuse +=irradiance*diffuseBRDF*(1.0 - F);
}
void RE_IndirectDiffuse_Physical(const in vec3 irradiance,const in vec3 geometryPosition,const in vec3 geometryNormal,const in vec3 geometryViewDir,const in vec3 geometryClearcoatNormal,const in PhysicalMaterial material,inout ReflectedLight reflectedLight){
vec3 singleScattering=vec3(0.0);
vec3 multiScattering=vec3(0.0);
#ifdef USE_IRIDESCENCE
computeMultiscatteringIridescence(material.dfg,material.specularColor,material.specularF90,material.iridescence,material.iridescenceF0Dielectric,singleScattering,multiScattering);
#else
computeMultiscattering(material.dfg,material.specularColor,material.specularF90,singleScattering,multiScattering);
#endif
#ifdef USE_DIFFUSE_ROUGHNESS
float dotNV=saturate(dot(geometryNormal,geometryViewDir));
vec3 diffuseAlbedo=EON_DirectionalAlbedo(material.diffuseColor,material.diffuseRoughness,dotNV)*(1.0 - material.metalness);
vec3 diffuse=irradiance*RECIPROCAL_PI*diffuseAlbedo*(1.0 - singleScattering - multiScattering);
#else
vec3 diffuse=irradiance*BRDF_Lambert(material.diffuseContribution)*(1.0 - singleScattering - multiScattering);
#endif
#ifdef USE_SHEEN
float sheenAlbedo=IBLSheenBRDF(geometryNormal,geometryViewDir,material.sheenRoughness);
sheenSpecularIndirect +=irradiance*material.sheenColor*sheenAlbedo*RECIPROCAL_PI;
float sheenEnergyComp=1.0 - max3(material.sheenColor)*sheenAlbedo;
diffuse*=sheenEnergyComp;
#endif
reflectedLight.indirectDiffuse +=diffuse;
}
void RE_IndirectSpecular_Physical(const in vec3 radiance,const in vec3 irradiance,const in vec3 clearcoatRadiance,const in vec3 geometryPosition,const in vec3 geometryNormal,const in vec3 geometryViewDir,const in vec3 geometryClearcoatNormal,const in PhysicalMaterial material,inout ReflectedLight reflectedLight){
#ifdef USE_CLEARCOAT
clearcoatSpecularIndirect +=clearcoatRadiance*EnvironmentBRDF(geometryClearcoatNormal,geometryViewDir,material.clearcoatF0,material.clearcoatF90,material.clearcoatRoughness);
#endif
#ifdef USE_SHEEN
sheenSpecularIndirect +=irradiance*material.sheenColor*IBLSheenBRDF(geometryNormal,geometryViewDir,material.sheenRoughness)*RECIPROCAL_PI;
#endif
vec3 singleScatteringDielectric=vec3(0.0);
vec3 multiScatteringDielectric=vec3(0.0);
vec3 singleScatteringMetallic=vec3(0.0);
vec3 multiScatteringMetallic=vec3(0.0);
#ifdef USE_IRIDESCENCE
computeMultiscatteringIridescence(material.dfg,material.specularColor,material.specularF90,material.iridescence,material.iridescenceF0Dielectric,singleScatteringDielectric,multiScatteringDielectric);
computeMultiscatteringIridescence(material.dfg,material.diffuseColor,material.specularF90,material.iridescence,material.iridescenceF0Metallic,singleScatteringMetallic,multiScatteringMetallic);
#else
computeMultiscattering(material.dfg,material.specularColor,material.specularF90,singleScatteringDielectric,multiScatteringDielectric);
computeMultiscattering(material.dfg,material.diffuseColor,material.specularF90,singleScatteringMetallic,multiScatteringMetallic);
#endif
vec3 singleScattering=mix(singleScatteringDielectric,singleScatteringMetallic,material.metalness);
vec3 multiScattering=mix(multiScatteringDielectric,multiScatteringMetallic,material.metalness);
vec3 totalScatteringDielectric=singleScatteringDielectric + multiScatteringDielectric;
#ifdef USE_DIFFUSE_ROUGHNESS
float dotNV=saturate(dot(geometryNormal,geometryViewDir));
vec3 diffuse=EON_DirectionalAlbedo(material.diffuseColor,material.diffuseRoughness,dotNV)*(1.0 - material.metalness)*(1.0 - totalScatteringDielectric);
#else
vec3 diffuse=material.diffuseContribution*(1.0 - totalScatteringDielectric);
#endif
vec3 cosineWeightedIrradiance=irradiance*RECIPROCAL_PI;
vec3 indirectSpecular=radiance*singleScattering;
indirectSpecular +=multiScattering*cosineWeightedIrradiance;
vec3 indirectDiffuse=diffuse*cosineWeightedIrradiance;
#ifdef USE_SHEEN
float sheenAlbedo=IBLSheenBRDF(geometryNormal,geometryViewDir,material.sheenRoughness);
float sheenEnergyComp=1.0 - max3(material.sheenColor)*sheenAlbedo;
indirectSpecular*=sheenEnergyComp;
indirectDiffuse*=sheenEnergyComp;
#endif
reflectedLight.indirectSpecular +=indirectSpecular;
reflectedLight.indirectDiffuse +=indirectDiffuse;
}
#define RE_Direct				RE_Direct_Physical
#define RE_Direct_RectArea		RE_Direct_RectArea_Physical
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Physical
#define RE_IndirectSpecular		RE_IndirectSpecular_Physical
float computeSpecularOcclusion(const in float dotNV,const in float ambientOcclusion,const in float roughness){
return saturate(pow(dotNV + ambientOcclusion,exp2(- 16.0*roughness - 1.0))- 1.0 + ambientOcclusion);
}`,D5=`vec3 geometryPosition=- vViewPosition;
vec3 geometryNormal=normal;
vec3 geometryViewDir=(isOrthographic)?vec3(0,0,1):normalize(vViewPosition);
vec3 geometryClearcoatNormal=vec3(0.0);
#ifdef USE_CLEARCOAT
geometryClearcoatNormal=clearcoatNormal;
#endif
#ifdef USE_IRIDESCENCE
float dotNVi=saturate(dot(normal,geometryViewDir));
if(material.iridescenceThickness==0.0){
material.iridescence=0.0;
}else{
material.iridescence=saturate(material.iridescence);
}
if(material.iridescence>0.0){
vec3 iridescenceFresnelDielectric=evalIridescence(1.0,material.iridescenceIOR,dotNVi,material.iridescenceThickness,material.specularColor);
vec3 iridescenceFresnelMetallic=evalIridescence(1.0,material.iridescenceIOR,dotNVi,material.iridescenceThickness,material.diffuseColor);
material.iridescenceFresnel=mix(iridescenceFresnelDielectric,iridescenceFresnelMetallic,material.metalness);
material.iridescenceF0Dielectric=Schlick_to_F0(iridescenceFresnelDielectric,1.0,dotNVi);
material.iridescenceF0Metallic=Schlick_to_F0(iridescenceFresnelMetallic,1.0,dotNVi);
}
#endif
#ifdef STANDARD
float dotNVms=saturate(dot(geometryNormal,geometryViewDir));
material.dfg=texture2D(dfgLUT,vec2(material.roughness,dotNVms)).rg;
#if ( NUM_SUN_LIGHTS > 0 || NUM_DIR_LIGHTS > 0 || NUM_POINT_LIGHTS > 0 || NUM_SPOT_LIGHTS > 0 )
float EssMs=material.dfg.x + material.dfg.y;
material.multiScatteringCompensation=1.0 + material.specularColorBlended*(1.0/EssMs - 1.0);
#endif
#endif
IncidentLight directLight;
#if ( NUM_POINT_LIGHTS > 0 ) && defined( RE_Direct )
PointLight pointLight;
#if defined( USE_SHADOWMAP ) && NUM_POINT_LIGHT_SHADOWS > 0
PointLightShadow pointLightShadow;
#endif
#pragma unroll_loop_start
for(int i=0;i<NUM_POINT_LIGHTS;i ++){
pointLight=pointLights[i];
getPointLightInfo(pointLight,geometryPosition,directLight);
#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_POINT_LIGHT_SHADOWS ) && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
pointLightShadow=pointLightShadows[i];
directLight.color*=(directLight.visible&&receiveShadow)?getPointShadow(pointShadowMap[i],pointLightShadow.shadowMapSize,pointLightShadow.shadowIntensity,pointLightShadow.shadowBias,pointLightShadow.shadowRadius,vPointShadowCoord[i],pointLightShadow.shadowCameraNear,pointLightShadow.shadowCameraFar):1.0;
#endif
RE_Direct(directLight,geometryPosition,geometryNormal,geometryViewDir,geometryClearcoatNormal,material,reflectedLight);
}
#pragma unroll_loop_end
#endif
#if ( NUM_SPOT_LIGHTS > 0 ) && defined( RE_Direct )
SpotLight spotLight;
vec4 spotColor;
vec3 spotLightCoord;
bool inSpotLightMap;
#if defined( USE_SHADOWMAP ) && NUM_SPOT_LIGHT_SHADOWS > 0
SpotLightShadow spotLightShadow;
#endif
#pragma unroll_loop_start
for(int i=0;i<NUM_SPOT_LIGHTS;i ++){
spotLight=spotLights[i];
getSpotLightInfo(spotLight,geometryPosition,directLight);
#if ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
#define SPOT_LIGHT_MAP_INDEX UNROLLED_LOOP_INDEX
#elif ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
#define SPOT_LIGHT_MAP_INDEX NUM_SPOT_LIGHT_MAPS
#else
#define SPOT_LIGHT_MAP_INDEX ( UNROLLED_LOOP_INDEX - NUM_SPOT_LIGHT_SHADOWS + NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
#endif
#if ( SPOT_LIGHT_MAP_INDEX < NUM_SPOT_LIGHT_MAPS )
spotLightCoord=vSpotLightCoord[i].xyz/vSpotLightCoord[i].w;
inSpotLightMap=all(lessThan(abs(spotLightCoord*2. - 1.),vec3(1.0)));
spotColor=texture2D(spotLightMap[SPOT_LIGHT_MAP_INDEX],spotLightCoord.xy);
directLight.color=inSpotLightMap?directLight.color*spotColor.rgb:directLight.color;
#endif
#undef SPOT_LIGHT_MAP_INDEX
#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
spotLightShadow=spotLightShadows[i];
directLight.color*=(directLight.visible&&receiveShadow)?getShadow(spotShadowMap[i],spotLightShadow.shadowMapSize,spotLightShadow.shadowIntensity,spotLightShadow.shadowBias,spotLightShadow.shadowRadius,vSpotLightCoord[i]):1.0;
#endif
RE_Direct(directLight,geometryPosition,geometryNormal,geometryViewDir,geometryClearcoatNormal,material,reflectedLight);
}
#pragma unroll_loop_end
#endif
#if ( NUM_SUN_LIGHTS > 0 ) && defined( RE_Direct )
SunLight sunLight;
#if defined( USE_SHADOWMAP ) && NUM_SUN_LIGHT_SHADOWS > 0
SunLightShadow sunLightShadow;
#endif
#pragma unroll_loop_start
for(int i=0;i<NUM_SUN_LIGHTS;i ++){
sunLight=sunLights[i];
getSunLightInfo(sunLight,directLight);
#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SUN_LIGHT_SHADOWS )
sunLightShadow=sunLightShadows[i];
directLight.color*=(directLight.visible&&receiveShadow)?getSunShadow(sunShadowMap[i],sunLightShadow,UNROLLED_LOOP_INDEX):1.0;
#endif
RE_Direct(directLight,geometryPosition,geometryNormal,geometryViewDir,geometryClearcoatNormal,material,reflectedLight);
}
#pragma unroll_loop_end
#endif
#if ( NUM_DIR_LIGHTS > 0 ) && defined( RE_Direct )
DirectionalLight directionalLight;
#if defined( USE_SHADOWMAP ) && NUM_DIR_LIGHT_SHADOWS > 0
DirectionalLightShadow directionalLightShadow;
#endif
#pragma unroll_loop_start
for(int i=0;i<NUM_DIR_LIGHTS;i ++){
directionalLight=directionalLights[i];
getDirectionalLightInfo(directionalLight,directLight);
#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_DIR_LIGHT_SHADOWS )
directionalLightShadow=directionalLightShadows[i];
directLight.color*=(directLight.visible&&receiveShadow)?getShadow(directionalShadowMap[i],directionalLightShadow.shadowMapSize,directionalLightShadow.shadowIntensity,directionalLightShadow.shadowBias,directionalLightShadow.shadowRadius,vDirectionalShadowCoord[i]):1.0;
#endif
RE_Direct(directLight,geometryPosition,geometryNormal,geometryViewDir,geometryClearcoatNormal,material,reflectedLight);
}
#pragma unroll_loop_end
#endif
#if ( NUM_RECT_AREA_LIGHTS > 0 ) && defined( RE_Direct_RectArea )
RectAreaLight rectAreaLight;
#pragma unroll_loop_start
for(int i=0;i<NUM_RECT_AREA_LIGHTS;i ++){
rectAreaLight=rectAreaLights[i];
RE_Direct_RectArea(rectAreaLight,geometryPosition,geometryNormal,geometryViewDir,geometryClearcoatNormal,material,reflectedLight);
}
#pragma unroll_loop_end
#endif
#if defined( RE_IndirectDiffuse )
vec3 iblIrradiance=vec3(0.0);
vec3 irradiance=getAmbientLightIrradiance(ambientLightColor);
#if defined( USE_LIGHT_PROBES )
irradiance +=getLightProbeIrradiance(lightProbe,geometryNormal);
#endif
#if ( NUM_HEMI_LIGHTS > 0 )
#pragma unroll_loop_start
for(int i=0;i<NUM_HEMI_LIGHTS;i ++){
irradiance +=getHemisphereLightIrradiance(hemisphereLights[i],geometryNormal);
}
#pragma unroll_loop_end
#endif
#if NUM_LIGHT_PROBE_GRIDS > 0
vec3 probeWorldPos=((vec4(geometryPosition,1.0)- viewMatrix[3])*viewMatrix).xyz;
vec3 probeWorldNormal=transformNormalByInverseViewMatrix(geometryNormal,viewMatrix);
int probeGrid=- 1;
#pragma unroll_loop_start
for(int i=0;i<NUM_LIGHT_PROBE_GRIDS;i ++){
if(isInsideLightProbeGrid(probeWorldPos,probeWorldNormal,probesMin[i],probesMax[i],probesResolution[i]))probeGrid=UNROLLED_LOOP_INDEX;
}
#pragma unroll_loop_end
#pragma unroll_loop_start
for(int i=0;i<NUM_LIGHT_PROBE_GRIDS;i ++){
if(probeGrid==UNROLLED_LOOP_INDEX)irradiance +=getLightProbeGridIrradiance(probesSH[i],probesMin[i],probesMax[i],probesResolution[i],probeWorldPos,probeWorldNormal);
}
#pragma unroll_loop_end
#endif
#endif
#if defined( RE_IndirectSpecular )
vec3 radiance=vec3(0.0);
vec3 clearcoatRadiance=vec3(0.0);
#endif`,L5=`#if defined( RE_IndirectDiffuse )
#ifdef USE_LIGHTMAP
vec4 lightMapTexel=texture2D(lightMap,vLightMapUv);
vec3 lightMapIrradiance=lightMapTexel.rgb*lightMapIntensity;
irradiance +=lightMapIrradiance;
#endif
#if defined( USE_ENVMAP ) && defined( ENVMAP_TYPE_PMREM )
#if defined( STANDARD ) || defined( LAMBERT ) || defined( PHONG )
iblIrradiance +=getIBLIrradiance(geometryNormal);
#endif
#endif
#endif
#if defined( USE_ENVMAP ) && defined( RE_IndirectSpecular )
#ifdef USE_ANISOTROPY
vec3 iblRadiance=getIBLAnisotropyRadiance(geometryViewDir,geometryNormal,material.roughness,material.anisotropyB,material.anisotropy);
#else
vec3 iblRadiance=getIBLRadiance(geometryViewDir,geometryNormal,material.roughness);
#endif
#ifdef USE_RETROREFLECTION
#ifdef USE_ANISOTROPY
vec3 retroIBLRadiance=getIBLAnisotropyRetroRadiance(geometryViewDir,geometryNormal,material.roughness,material.anisotropyB,material.anisotropy);
#else
vec3 retroIBLRadiance=getIBLRetroRadiance(geometryViewDir,geometryNormal,material.roughness);
#endif
iblRadiance=mix(iblRadiance,retroIBLRadiance,saturate(material.retroreflectivity));
#endif
radiance +=iblRadiance;
#ifdef USE_CLEARCOAT
clearcoatRadiance +=getIBLRadiance(geometryViewDir,geometryClearcoatNormal,material.clearcoatRoughness);
#endif
#endif`,N5=`#if defined( RE_IndirectDiffuse )
#if defined( LAMBERT ) || defined( PHONG )
irradiance +=iblIrradiance;
#endif
RE_IndirectDiffuse(irradiance,geometryPosition,geometryNormal,geometryViewDir,geometryClearcoatNormal,material,reflectedLight);
#endif
#if defined( RE_IndirectSpecular )
RE_IndirectSpecular(radiance,iblIrradiance,clearcoatRadiance,geometryPosition,geometryNormal,geometryViewDir,geometryClearcoatNormal,material,reflectedLight);
#endif`,U5=`#if NUM_LIGHT_PROBE_GRIDS > 0
uniform highp sampler3D probesSH[NUM_LIGHT_PROBE_GRIDS];
uniform vec3 probesMin[NUM_LIGHT_PROBE_GRIDS];
uniform vec3 probesMax[NUM_LIGHT_PROBE_GRIDS];
uniform vec3 probesResolution[NUM_LIGHT_PROBE_GRIDS];
bool isInsideLightProbeGrid(vec3 worldPos,vec3 worldNormal,vec3 probesMin,vec3 probesMax,vec3 probesResolution){
vec3 spacing=(probesMax - probesMin)/probesResolution;
vec3 samplePos=worldPos + worldNormal*spacing*0.5;
vec3 margin=spacing*0.01;
return all(greaterThanEqual(samplePos,probesMin - margin))&&all(lessThanEqual(samplePos,probesMax + margin));
}
vec3 getLightProbeGridIrradiance(highp sampler3D probesSH,vec3 probesMin,vec3 probesMax,vec3 probesResolution,vec3 worldPos,vec3 worldNormal){
vec3 res=probesResolution;
vec3 gridRange=probesMax - probesMin;
vec3 probeSpacing=gridRange/res;
vec3 samplePos=worldPos + worldNormal*probeSpacing*0.5;
vec3 uvw=clamp((samplePos - probesMin)/gridRange,0.5/res,1.0 - 0.5/res);
float nz=res.z;
float paddedSlices=nz + 2.0;
float atlasDepth=7.0*paddedSlices;
float uvZBase=uvw.z*nz + 1.0;
vec4 s0=texture(probesSH,vec3(uvw.xy,(uvZBase)/atlasDepth));
vec4 s1=texture(probesSH,vec3(uvw.xy,(uvZBase + paddedSlices)/atlasDepth));
vec4 s2=texture(probesSH,vec3(uvw.xy,(uvZBase + 2.0*paddedSlices)/atlasDepth));
vec4 s3=texture(probesSH,vec3(uvw.xy,(uvZBase + 3.0*paddedSlices)/atlasDepth));
vec4 s4=texture(probesSH,vec3(uvw.xy,(uvZBase + 4.0*paddedSlices)/atlasDepth));
vec4 s5=texture(probesSH,vec3(uvw.xy,(uvZBase + 5.0*paddedSlices)/atlasDepth));
vec4 s6=texture(probesSH,vec3(uvw.xy,(uvZBase + 6.0*paddedSlices)/atlasDepth));
vec3 c0=s0.xyz;
vec3 c1=vec3(s0.w,s1.xy);
vec3 c2=vec3(s1.zw,s2.x);
vec3 c3=s2.yzw;
vec3 c4=s3.xyz;
vec3 c5=vec3(s3.w,s4.xy);
vec3 c6=vec3(s4.zw,s5.x);
vec3 c7=s5.yzw;
vec3 c8=s6.xyz;
float x=worldNormal.x,y=worldNormal.y,z=worldNormal.z;
vec3 result=c0*0.886227;
result +=c1*2.0*0.511664*y;
result +=c2*2.0*0.511664*z;
result +=c3*2.0*0.511664*x;
result +=c4*2.0*0.429043*x*y;
result +=c5*2.0*0.429043*y*z;
result +=c6*(0.743125*z*z - 0.247708);
result +=c7*2.0*0.429043*x*z;
result +=c8*0.429043*(x*x - y*y);
return max(result,vec3(0.0));
}
#endif`,F5=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
gl_FragDepth=vIsPerspective==0.0?gl_FragCoord.z:log2(vFragDepth)*logDepthBufFC*0.5;
#endif`,O5=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
uniform float logDepthBufFC;
varying float vFragDepth;
varying float vIsPerspective;
#endif`,k5=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
varying float vFragDepth;
varying float vIsPerspective;
#endif`,B5=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
vFragDepth=1.0 + gl_Position.w;
vIsPerspective=float(isPerspectiveMatrix(projectionMatrix));
#endif`,z5=`#ifdef USE_MAP
vec4 sampledDiffuseColor=texture2D(map,vMapUv);
#ifdef DECODE_VIDEO_TEXTURE
sampledDiffuseColor=sRGBTransferEOTF(sampledDiffuseColor);
#endif
diffuseColor*=sampledDiffuseColor;
#endif`,H5=`#ifdef USE_MAP
uniform sampler2D map;
#endif`,G5=`#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
#if defined( USE_POINTS_UV )
vec2 uv=vUv;
#else
vec2 uv=(uvTransform*vec3(gl_PointCoord.x,1.0 - gl_PointCoord.y,1)).xy;
#endif
#endif
#ifdef USE_MAP
diffuseColor*=texture2D(map,uv);
#endif
#ifdef USE_ALPHAMAP
diffuseColor.a*=texture2D(alphaMap,uv).g;
#endif`,V5=`#if defined( USE_POINTS_UV )
varying vec2 vUv;
#else
#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
uniform mat3 uvTransform;
#endif
#endif
#ifdef USE_MAP
uniform sampler2D map;
#endif
#ifdef USE_ALPHAMAP
uniform sampler2D alphaMap;
#endif`,W5=`float metalnessFactor=metalness;
#ifdef USE_METALNESSMAP
vec4 texelMetalness=texture2D(metalnessMap,vMetalnessMapUv);
metalnessFactor*=texelMetalness.b;
#endif`,q5=`#ifdef USE_METALNESSMAP
uniform sampler2D metalnessMap;
#endif`,X5=`#ifdef USE_INSTANCING_MORPH
float morphTargetInfluences[MORPHTARGETS_COUNT];
float morphTargetBaseInfluence=texelFetch(morphTexture,ivec2(0,gl_InstanceID),0).r;
for(int i=0;i<MORPHTARGETS_COUNT;i ++){
morphTargetInfluences[i]=texelFetch(morphTexture,ivec2(i + 1,gl_InstanceID),0).r;
}
#endif`,Y5=`#if defined( USE_MORPHCOLORS )
#if defined( USE_COLOR_ALPHA )
vColor*=morphTargetBaseInfluence;
#elif defined( USE_COLOR )
vColor.rgb*=morphTargetBaseInfluence;
#endif
for(int i=0;i<MORPHTARGETS_COUNT;i ++){
#if defined( USE_COLOR_ALPHA )
if(morphTargetInfluences[i]!=0.0)vColor +=getMorph(gl_VertexID,i,2)*morphTargetInfluences[i];
#elif defined( USE_COLOR )
if(morphTargetInfluences[i]!=0.0)vColor.rgb +=getMorph(gl_VertexID,i,2).rgb*morphTargetInfluences[i];
#endif
}
#endif`,Z5=`#ifdef USE_MORPHNORMALS
objectNormal*=morphTargetBaseInfluence;
for(int i=0;i<MORPHTARGETS_COUNT;i ++){
if(morphTargetInfluences[i]!=0.0)objectNormal +=getMorph(gl_VertexID,i,1).xyz*morphTargetInfluences[i];
}
#endif`,$5=`#ifdef USE_MORPHTARGETS
#ifndef USE_INSTANCING_MORPH
uniform float morphTargetBaseInfluence;
uniform float morphTargetInfluences[MORPHTARGETS_COUNT];
#endif
uniform sampler2DArray morphTargetsTexture;
uniform ivec2 morphTargetsTextureSize;
vec4 getMorph(const in int vertexIndex,const in int morphTargetIndex,const in int offset){
int texelIndex=vertexIndex*MORPHTARGETS_TEXTURE_STRIDE + offset;
int y=texelIndex/morphTargetsTextureSize.x;
int x=texelIndex - y*morphTargetsTextureSize.x;
ivec3 morphUV=ivec3(x,y,morphTargetIndex);
return texelFetch(morphTargetsTexture,morphUV,0);
}
#endif`,J5=`#ifdef USE_MORPHTARGETS
transformed*=morphTargetBaseInfluence;
for(int i=0;i<MORPHTARGETS_COUNT;i ++){
if(morphTargetInfluences[i]!=0.0)transformed +=getMorph(gl_VertexID,i,0).xyz*morphTargetInfluences[i];
}
#endif`,K5=`float faceDirection=gl_FrontFacing?1.0:- 1.0;
#ifdef FLAT_SHADED
vec3 fdx=dFdx(vViewPosition);
vec3 fdy=dFdy(vViewPosition);
vec3 normal=normalize(cross(fdx,fdy));
#else
vec3 normal=normalize(vNormal);
#ifdef DOUBLE_SIDED
normal*=faceDirection;
#endif
#endif
#if defined( USE_NORMALMAP_TANGENTSPACE ) || defined( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY )
#ifdef USE_TANGENT
mat3 tbn=mat3(normalize(vTangent),normalize(vBitangent),normal);
#else
mat3 tbn=getTangentFrame(- vViewPosition,normal,
#if defined( USE_NORMALMAP )
vNormalMapUv
#elif defined( USE_CLEARCOAT_NORMALMAP )
vClearcoatNormalMapUv
#else
vUv
#endif
);
#endif
#ifdef DOUBLE_SIDED
tbn[0]*=faceDirection;
tbn[1]*=faceDirection;
#endif
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
#ifdef USE_TANGENT
mat3 tbn2=mat3(normalize(vTangent),normalize(vBitangent),normal);
#else
mat3 tbn2=getTangentFrame(- vViewPosition,normal,vClearcoatNormalMapUv);
#endif
#ifdef DOUBLE_SIDED
tbn2[0]*=faceDirection;
tbn2[1]*=faceDirection;
#endif
#endif
vec3 nonPerturbedNormal=normal;`,j5=`#ifdef USE_NORMALMAP_OBJECTSPACE
normal=texture2D(normalMap,vNormalMapUv).xyz*2.0 - 1.0;
#ifdef FLIP_SIDED
normal=- normal;
#endif
#ifdef DOUBLE_SIDED
normal=normal*faceDirection;
#endif
normal=normalize(normalMatrix*normal);
#elif defined( USE_NORMALMAP_TANGENTSPACE )
vec3 mapN=texture2D(normalMap,vNormalMapUv).xyz*2.0 - 1.0;
#if defined( USE_PACKED_NORMALMAP )
mapN=vec3(mapN.xy,sqrt(saturate(1.0 - dot(mapN.xy,mapN.xy))));
#endif
mapN.xy*=normalScale;
normal=normalize(tbn*mapN);
#elif defined( USE_BUMPMAP )
normal=perturbNormalArb(- vViewPosition,normal,dHdxy_fwd(),faceDirection);
#endif`,Q5=`#ifndef FLAT_SHADED
varying vec3 vNormal;
#ifdef USE_TANGENT
varying vec3 vTangent;
varying vec3 vBitangent;
#endif
#endif`,eM=`#ifndef FLAT_SHADED
varying vec3 vNormal;
#ifdef USE_TANGENT
varying vec3 vTangent;
varying vec3 vBitangent;
#endif
#endif`,tM=`#ifndef FLAT_SHADED
vNormal=normalize(transformedNormal);
#ifdef USE_TANGENT
vTangent=normalize(transformedTangent);
vBitangent=normalize(cross(vNormal,vTangent)*tangent.w);
#ifdef FLIP_SIDED
vBitangent=- vBitangent;
#endif
#endif
#endif`,nM=`#ifdef USE_NORMALMAP
uniform sampler2D normalMap;
uniform vec2 normalScale;
#endif
#ifdef USE_NORMALMAP_OBJECTSPACE
uniform mat3 normalMatrix;
#endif
#if ! defined ( USE_TANGENT ) && ( defined ( USE_NORMALMAP_TANGENTSPACE ) || defined ( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY ) )
mat3 getTangentFrame(vec3 eye_pos,vec3 surf_norm,vec2 uv){
vec3 q0=dFdx(eye_pos.xyz);
vec3 q1=dFdy(eye_pos.xyz);
vec2 st0=dFdx(uv.st);
vec2 st1=dFdy(uv.st);
vec3 N=surf_norm;
vec3 q1perp=cross(q1,N);
vec3 q0perp=cross(N,q0);
vec3 T=q1perp*st0.x + q0perp*st1.x;
vec3 B=q1perp*st0.y + q0perp*st1.y;
float det=max(dot(T,T),dot(B,B));
float scale=(det==0.0)?0.0:inversesqrt(det);
return mat3(T*scale,B*scale,N);
}
#endif`,iM=`#ifdef USE_CLEARCOAT
vec3 clearcoatNormal=nonPerturbedNormal;
#endif`,rM=`#ifdef USE_CLEARCOAT_NORMALMAP
vec3 clearcoatMapN=texture2D(clearcoatNormalMap,vClearcoatNormalMapUv).xyz*2.0 - 1.0;
clearcoatMapN.xy*=clearcoatNormalScale;
clearcoatNormal=normalize(tbn2*clearcoatMapN);
#endif`,sM=`#ifdef USE_CLEARCOATMAP
uniform sampler2D clearcoatMap;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
uniform sampler2D clearcoatNormalMap;
uniform vec2 clearcoatNormalScale;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
uniform sampler2D clearcoatRoughnessMap;
#endif`,aM=`#ifdef USE_IRIDESCENCEMAP
uniform sampler2D iridescenceMap;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
uniform sampler2D iridescenceThicknessMap;
#endif`,oM=`#ifdef OPAQUE
diffuseColor.a=1.0;
#endif
#ifdef USE_TRANSMISSION
diffuseColor.a*=material.transmissionAlpha;
#endif
gl_FragColor=vec4(outgoingLight,diffuseColor.a);`,lM=`vec3 packNormalToRGB(const in vec3 normal){
return normalize(normal)*0.5 + 0.5;
}
vec3 unpackRGBToNormal(const in vec3 rgb){
return 2.0*rgb.xyz - 1.0;
}
const float PackUpscale=256./255.;const float UnpackDownscale=255./256.;const float ShiftRight8=1./256.;
const float Inv255=1./255.;
const vec4 PackFactors=vec4(1.0,256.0,256.0*256.0,256.0*256.0*256.0);
const vec2 UnpackFactors2=vec2(UnpackDownscale,1.0/PackFactors.g);
const vec3 UnpackFactors3=vec3(UnpackDownscale/PackFactors.rg,1.0/PackFactors.b);
const vec4 UnpackFactors4=vec4(UnpackDownscale/PackFactors.rgb,1.0/PackFactors.a);
vec4 packDepthToRGBA(const in float v){
if(v<=0.0)
return vec4(0.,0.,0.,0.);
if(v>=1.0)
return vec4(1.,1.,1.,1.);
float vuf;
float af=modf(v*PackFactors.a,vuf);
float bf=modf(vuf*ShiftRight8,vuf);
float gf=modf(vuf*ShiftRight8,vuf);
return vec4(vuf*Inv255,gf*PackUpscale,bf*PackUpscale,af);
}
vec3 packDepthToRGB(const in float v){
if(v<=0.0)
return vec3(0.,0.,0.);
if(v>=1.0)
return vec3(1.,1.,1.);
float vuf;
float bf=modf(v*PackFactors.b,vuf);
float gf=modf(vuf*ShiftRight8,vuf);
return vec3(vuf*Inv255,gf*PackUpscale,bf);
}
vec2 packDepthToRG(const in float v){
if(v<=0.0)
return vec2(0.,0.);
if(v>=1.0)
return vec2(1.,1.);
float vuf;
float gf=modf(v*256.,vuf);
return vec2(vuf*Inv255,gf);
}
float unpackRGBAToDepth(const in vec4 v){
return dot(v,UnpackFactors4);
}
float unpackRGBToDepth(const in vec3 v){
return dot(v,UnpackFactors3);
}
float unpackRGToDepth(const in vec2 v){
return v.r*UnpackFactors2.r + v.g*UnpackFactors2.g;
}
vec4 pack2HalfToRGBA(const in vec2 v){
vec4 r=vec4(v.x,fract(v.x*255.0),v.y,fract(v.y*255.0));
return vec4(r.x - r.y/255.0,r.y,r.z - r.w/255.0,r.w);
}
vec2 unpackRGBATo2Half(const in vec4 v){
return vec2(v.x +(v.y/255.0),v.z +(v.w/255.0));
}
float viewZToOrthographicDepth(const in float viewZ,const in float near,const in float far){
return(viewZ + near)/(near - far);
}
float orthographicDepthToViewZ(const in float depth,const in float near,const in float far){
#ifdef USE_REVERSED_DEPTH_BUFFER
return depth*(far - near)- far;
#else
return depth*(near - far)- near;
#endif
}
float viewZToPerspectiveDepth(const in float viewZ,const in float near,const in float far){
return((near + viewZ)*far)/((far - near)*viewZ);
}
float perspectiveDepthToViewZ(const in float depth,const in float near,const in float far){
#ifdef USE_REVERSED_DEPTH_BUFFER
return(near*far)/((near - far)*depth - near);
#else
return(near*far)/((far - near)*depth - far);
#endif
}`,cM=`#ifdef PREMULTIPLIED_ALPHA
gl_FragColor.rgb*=gl_FragColor.a;
#endif`,uM=`vec4 mvPosition=vec4(transformed,1.0);
#ifdef USE_BATCHING
mvPosition=batchingMatrix*mvPosition;
#endif
#ifdef USE_INSTANCING
mvPosition=instanceMatrix*mvPosition;
#endif
mvPosition=modelViewMatrix*mvPosition;
gl_Position=projectionMatrix*mvPosition;`,hM=`#ifdef DITHERING
gl_FragColor.rgb=dithering(gl_FragColor.rgb);
#endif`,fM=`#ifdef DITHERING
vec3 dithering(vec3 color){
float grid_position=rand(gl_FragCoord.xy);
vec3 dither_shift_RGB=vec3(0.25/255.0,-0.25/255.0,0.25/255.0);
dither_shift_RGB=mix(2.0*dither_shift_RGB,-2.0*dither_shift_RGB,grid_position);
return color + dither_shift_RGB;
}
#endif`,dM=`float roughnessFactor=roughness;
#ifdef USE_ROUGHNESSMAP
vec4 texelRoughness=texture2D(roughnessMap,vRoughnessMapUv);
roughnessFactor*=texelRoughness.g;
#endif`,pM=`#ifdef USE_ROUGHNESSMAP
uniform sampler2D roughnessMap;
#endif`,mM=`#if NUM_SPOT_LIGHT_COORDS > 0
varying vec4 vSpotLightCoord[NUM_SPOT_LIGHT_COORDS];
#endif
#if NUM_SPOT_LIGHT_MAPS > 0
uniform sampler2D spotLightMap[NUM_SPOT_LIGHT_MAPS];
#endif
#ifdef USE_SHADOWMAP
#if NUM_SUN_LIGHT_SHADOWS > 0
#define SUN_LIGHT_CASCADES 2
#if defined( SHADOWMAP_TYPE_PCF )
uniform sampler2DShadow sunShadowMap[NUM_SUN_LIGHT_SHADOWS];
#else
uniform sampler2D sunShadowMap[NUM_SUN_LIGHT_SHADOWS];
#endif
uniform mat4 sunShadowMatrix[NUM_SUN_LIGHT_SHADOWS*SUN_LIGHT_CASCADES];
uniform vec4 sunShadowCascade[NUM_SUN_LIGHT_SHADOWS*SUN_LIGHT_CASCADES];
varying vec4 vSunShadowWorldPosition;
varying vec3 vSunShadowWorldNormal;
struct SunLightShadow{
float shadowIntensity;
float shadowBias;
float shadowNormalBias;
float shadowRadius;
vec2 shadowMapSize;
};
uniform SunLightShadow sunLightShadows[NUM_SUN_LIGHT_SHADOWS];
#endif
#if NUM_DIR_LIGHT_SHADOWS > 0
#if defined( SHADOWMAP_TYPE_PCF )
uniform sampler2DShadow directionalShadowMap[NUM_DIR_LIGHT_SHADOWS];
#else
uniform sampler2D directionalShadowMap[NUM_DIR_LIGHT_SHADOWS];
#endif
varying vec4 vDirectionalShadowCoord[NUM_DIR_LIGHT_SHADOWS];
struct DirectionalLightShadow{
float shadowIntensity;
float shadowBias;
float shadowNormalBias;
float shadowRadius;
vec2 shadowMapSize;
};
uniform DirectionalLightShadow directionalLightShadows[NUM_DIR_LIGHT_SHADOWS];
#endif
#if NUM_SPOT_LIGHT_SHADOWS > 0
#if defined( SHADOWMAP_TYPE_PCF )
uniform sampler2DShadow spotShadowMap[NUM_SPOT_LIGHT_SHADOWS];
#else
uniform sampler2D spotShadowMap[NUM_SPOT_LIGHT_SHADOWS];
#endif
struct SpotLightShadow{
float shadowIntensity;
float shadowBias;
float shadowNormalBias;
float shadowRadius;
vec2 shadowMapSize;
};
uniform SpotLightShadow spotLightShadows[NUM_SPOT_LIGHT_SHADOWS];
#endif
#if NUM_POINT_LIGHT_SHADOWS > 0
#if defined( SHADOWMAP_TYPE_PCF )
uniform samplerCubeShadow pointShadowMap[NUM_POINT_LIGHT_SHADOWS];
#elif defined( SHADOWMAP_TYPE_BASIC )
uniform samplerCube pointShadowMap[NUM_POINT_LIGHT_SHADOWS];
#endif
varying vec4 vPointShadowCoord[NUM_POINT_LIGHT_SHADOWS];
struct PointLightShadow{
float shadowIntensity;
float shadowBias;
float shadowNormalBias;
float shadowRadius;
vec2 shadowMapSize;
float shadowCameraNear;
float shadowCameraFar;
};
uniform PointLightShadow pointLightShadows[NUM_POINT_LIGHT_SHADOWS];
#endif
#if defined( SHADOWMAP_TYPE_PCF )
float interleavedGradientNoise(vec2 position){
return fract(52.9829189*fract(dot(position,vec2(0.06711056,0.00583715))));
}
vec2 vogelDiskSample(int sampleIndex,int samplesCount,float phi){
const float goldenAngle=2.399963229728653;
float r=sqrt((float(sampleIndex)+ 0.5)/float(samplesCount));
float theta=float(sampleIndex)*goldenAngle + phi;
return vec2(cos(theta),sin(theta))*r;
}
#endif
#if defined( SHADOWMAP_TYPE_PCF )
float getShadow(sampler2DShadow shadowMap,vec2 shadowMapSize,float shadowIntensity,float shadowBias,float shadowRadius,vec4 shadowCoord){
float shadow=1.0;
shadowCoord.xyz/=shadowCoord.w;
#ifdef USE_REVERSED_DEPTH_BUFFER
shadowCoord.z -=shadowBias;
#else
shadowCoord.z +=shadowBias;
#endif
bool inFrustum=shadowCoord.x>=0.0&&shadowCoord.x<=1.0&&shadowCoord.y>=0.0&&shadowCoord.y<=1.0;
bool frustumTest=inFrustum&&shadowCoord.z<=1.0;
if(frustumTest){
vec2 texelSize=vec2(1.0)/shadowMapSize;
vec2 radius=shadowRadius*texelSize;
float phi=interleavedGradientNoise(gl_FragCoord.xy)*PI2;
shadow=(
texture(shadowMap,vec3(shadowCoord.xy + vogelDiskSample(0,5,phi)*radius,shadowCoord.z))+
texture(shadowMap,vec3(shadowCoord.xy + vogelDiskSample(1,5,phi)*radius,shadowCoord.z))+
texture(shadowMap,vec3(shadowCoord.xy + vogelDiskSample(2,5,phi)*radius,shadowCoord.z))+
texture(shadowMap,vec3(shadowCoord.xy + vogelDiskSample(3,5,phi)*radius,shadowCoord.z))+
texture(shadowMap,vec3(shadowCoord.xy + vogelDiskSample(4,5,phi)*radius,shadowCoord.z))
)*0.2;
}
return mix(1.0,shadow,shadowIntensity);
}
#elif defined( SHADOWMAP_TYPE_VSM )
float getShadow(sampler2D shadowMap,vec2 shadowMapSize,float shadowIntensity,float shadowBias,float shadowRadius,vec4 shadowCoord){
float shadow=1.0;
shadowCoord.xyz/=shadowCoord.w;
#ifdef USE_REVERSED_DEPTH_BUFFER
shadowCoord.z -=shadowBias;
#else
shadowCoord.z +=shadowBias;
#endif
bool inFrustum=shadowCoord.x>=0.0&&shadowCoord.x<=1.0&&shadowCoord.y>=0.0&&shadowCoord.y<=1.0;
bool frustumTest=inFrustum&&shadowCoord.z<=1.0;
if(frustumTest){
vec2 distribution=texture2D(shadowMap,shadowCoord.xy).rg;
float mean=distribution.x;
float variance=distribution.y*distribution.y;
#ifdef USE_REVERSED_DEPTH_BUFFER
float hard_shadow=step(mean,shadowCoord.z);
#else
float hard_shadow=step(shadowCoord.z,mean);
#endif
if(hard_shadow==1.0){
shadow=1.0;
}else{
variance=max(variance,0.0000001);
float d=shadowCoord.z - mean;
float p_max=variance/(variance + d*d);
p_max=clamp((p_max - 0.3)/0.65,0.0,1.0);
shadow=max(hard_shadow,p_max);
}
}
return mix(1.0,shadow,shadowIntensity);
}
#else
float getShadow(sampler2D shadowMap,vec2 shadowMapSize,float shadowIntensity,float shadowBias,float shadowRadius,vec4 shadowCoord){
float shadow=1.0;
shadowCoord.xyz/=shadowCoord.w;
#ifdef USE_REVERSED_DEPTH_BUFFER
shadowCoord.z -=shadowBias;
#else
shadowCoord.z +=shadowBias;
#endif
bool inFrustum=shadowCoord.x>=0.0&&shadowCoord.x<=1.0&&shadowCoord.y>=0.0&&shadowCoord.y<=1.0;
bool frustumTest=inFrustum&&shadowCoord.z<=1.0;
if(frustumTest){
float depth=texture2D(shadowMap,shadowCoord.xy).r;
#ifdef USE_REVERSED_DEPTH_BUFFER
shadow=step(depth,shadowCoord.z);
#else
shadow=step(shadowCoord.z,depth);
#endif
}
return mix(1.0,shadow,shadowIntensity);
}
#endif
#if NUM_SUN_LIGHT_SHADOWS > 0
float getSunShadow(
#if defined( SHADOWMAP_TYPE_PCF )
sampler2DShadow shadowMap,
#else
sampler2D shadowMap,
#endif
SunLightShadow sunLightShadow,
int shadowIndex
){
vec4 shadowWorldPosition=vec4(vSunShadowWorldPosition.xyz + vSunShadowWorldNormal*sunLightShadow.shadowNormalBias,1.0);
float viewDepth=vSunShadowWorldPosition.w;
int cascadeOffset=shadowIndex*SUN_LIGHT_CASCADES;
float shadow=1.0;
for(int i=SUN_LIGHT_CASCADES - 1;i>=0;i --){
vec4 cascade=sunShadowCascade[cascadeOffset + i];
if(viewDepth>=cascade.x&&viewDepth<cascade.y){
float cascadeShadow=getShadow(
shadowMap,
sunLightShadow.shadowMapSize,
sunLightShadow.shadowIntensity,
sunLightShadow.shadowBias,
sunLightShadow.shadowRadius,
sunShadowMatrix[cascadeOffset + i]*shadowWorldPosition
);
shadow=mix(cascadeShadow,shadow,smoothstep(cascade.z,cascade.y,viewDepth));
}
}
return shadow;
}
#endif
#if NUM_POINT_LIGHT_SHADOWS > 0
#if defined( SHADOWMAP_TYPE_PCF )
float getPointShadow(samplerCubeShadow shadowMap,vec2 shadowMapSize,float shadowIntensity,float shadowBias,float shadowRadius,vec4 shadowCoord,float shadowCameraNear,float shadowCameraFar){
float shadow=1.0;
vec3 lightToPosition=shadowCoord.xyz;
vec3 bd3D=normalize(lightToPosition);
vec3 absVec=abs(lightToPosition);
float viewSpaceZ=max(max(absVec.x,absVec.y),absVec.z);
if(viewSpaceZ - shadowCameraFar<=0.0&&viewSpaceZ - shadowCameraNear>=0.0){
float lightDistance=length(lightToPosition);
float depthRange=shadowCameraFar - shadowCameraNear;
#ifdef USE_REVERSED_DEPTH_BUFFER
float depthA=- shadowCameraNear/depthRange - shadowBias;
float depthB=shadowCameraNear*shadowCameraFar/(depthRange*lightDistance);
#else
float depthA=shadowCameraFar/depthRange + shadowBias;
float depthB=- shadowCameraNear*shadowCameraFar/(depthRange*lightDistance);
#endif
float texelSize=shadowRadius/shadowMapSize.x;
vec3 absDir=abs(bd3D);
vec3 tangent=absDir.x>absDir.z?vec3(0.0,1.0,0.0):vec3(1.0,0.0,0.0);
tangent=normalize(cross(bd3D,tangent));
vec3 bitangent=cross(bd3D,tangent);
float phi=interleavedGradientNoise(gl_FragCoord.xy)*PI2;
shadow=0.0;
for(int i=0;i<5;i ++){
vec2 offset=vogelDiskSample(i,5,phi);
vec3 direction=bd3D +(tangent*offset.x + bitangent*offset.y)*texelSize;
vec3 absDirection=abs(direction);
float dp=depthA + depthB/max(max(absDirection.x,absDirection.y),absDirection.z);
shadow +=texture(shadowMap,vec4(direction,dp));
}
shadow*=0.2;
}
return mix(1.0,shadow,shadowIntensity);
}
#elif defined( SHADOWMAP_TYPE_BASIC )
float getPointShadow(samplerCube shadowMap,vec2 shadowMapSize,float shadowIntensity,float shadowBias,float shadowRadius,vec4 shadowCoord,float shadowCameraNear,float shadowCameraFar){
float shadow=1.0;
vec3 lightToPosition=shadowCoord.xyz;
vec3 absVec=abs(lightToPosition);
float viewSpaceZ=max(max(absVec.x,absVec.y),absVec.z);
if(viewSpaceZ - shadowCameraFar<=0.0&&viewSpaceZ - shadowCameraNear>=0.0){
float dp=(shadowCameraFar*(viewSpaceZ - shadowCameraNear))/(viewSpaceZ*(shadowCameraFar - shadowCameraNear));
dp +=shadowBias;
vec3 bd3D=normalize(lightToPosition);
float depth=textureCube(shadowMap,bd3D).r;
#ifdef USE_REVERSED_DEPTH_BUFFER
depth=1.0 - depth;
#endif
shadow=step(dp,depth);
}
return mix(1.0,shadow,shadowIntensity);
}
#endif
#endif
#endif`,gM=`#if NUM_SPOT_LIGHT_COORDS > 0
uniform mat4 spotLightMatrix[NUM_SPOT_LIGHT_COORDS];
varying vec4 vSpotLightCoord[NUM_SPOT_LIGHT_COORDS];
#endif
#ifdef USE_SHADOWMAP
#if NUM_SUN_LIGHT_SHADOWS > 0
varying vec4 vSunShadowWorldPosition;
varying vec3 vSunShadowWorldNormal;
#endif
#if NUM_DIR_LIGHT_SHADOWS > 0
uniform mat4 directionalShadowMatrix[NUM_DIR_LIGHT_SHADOWS];
varying vec4 vDirectionalShadowCoord[NUM_DIR_LIGHT_SHADOWS];
struct DirectionalLightShadow{
float shadowIntensity;
float shadowBias;
float shadowNormalBias;
float shadowRadius;
vec2 shadowMapSize;
};
uniform DirectionalLightShadow directionalLightShadows[NUM_DIR_LIGHT_SHADOWS];
#endif
#if NUM_SPOT_LIGHT_SHADOWS > 0
struct SpotLightShadow{
float shadowIntensity;
float shadowBias;
float shadowNormalBias;
float shadowRadius;
vec2 shadowMapSize;
};
uniform SpotLightShadow spotLightShadows[NUM_SPOT_LIGHT_SHADOWS];
#endif
#if NUM_POINT_LIGHT_SHADOWS > 0
uniform mat4 pointShadowMatrix[NUM_POINT_LIGHT_SHADOWS];
varying vec4 vPointShadowCoord[NUM_POINT_LIGHT_SHADOWS];
struct PointLightShadow{
float shadowIntensity;
float shadowBias;
float shadowNormalBias;
float shadowRadius;
vec2 shadowMapSize;
float shadowCameraNear;
float shadowCameraFar;
};
uniform PointLightShadow pointLightShadows[NUM_POINT_LIGHT_SHADOWS];
#endif
#endif`,vM=`#if ( defined( USE_SHADOWMAP ) && ( NUM_DIR_LIGHT_SHADOWS > 0 || NUM_SUN_LIGHT_SHADOWS > 0 || NUM_POINT_LIGHT_SHADOWS > 0 ) ) || ( NUM_SPOT_LIGHT_COORDS > 0 )
#ifdef HAS_NORMAL
vec3 shadowWorldNormal=transformNormalByInverseViewMatrix(transformedNormal,viewMatrix);
#else
vec3 shadowWorldNormal=vec3(0.0);
#endif
vec4 shadowWorldPosition;
#endif
#if defined( USE_SHADOWMAP )
#if NUM_SUN_LIGHT_SHADOWS > 0
vSunShadowWorldPosition=vec4(worldPosition.xyz,- mvPosition.z);
vSunShadowWorldNormal=shadowWorldNormal;
#endif
#if NUM_DIR_LIGHT_SHADOWS > 0
#pragma unroll_loop_start
for(int i=0;i<NUM_DIR_LIGHT_SHADOWS;i ++){
shadowWorldPosition=worldPosition + vec4(shadowWorldNormal*directionalLightShadows[i].shadowNormalBias,0);
vDirectionalShadowCoord[i]=directionalShadowMatrix[i]*shadowWorldPosition;
}
#pragma unroll_loop_end
#endif
#if NUM_POINT_LIGHT_SHADOWS > 0
#pragma unroll_loop_start
for(int i=0;i<NUM_POINT_LIGHT_SHADOWS;i ++){
shadowWorldPosition=worldPosition + vec4(shadowWorldNormal*pointLightShadows[i].shadowNormalBias,0);
vPointShadowCoord[i]=pointShadowMatrix[i]*shadowWorldPosition;
}
#pragma unroll_loop_end
#endif
#endif
#if NUM_SPOT_LIGHT_COORDS > 0
#pragma unroll_loop_start
for(int i=0;i<NUM_SPOT_LIGHT_COORDS;i ++){
shadowWorldPosition=worldPosition;
#if ( defined( USE_SHADOWMAP ) && UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
shadowWorldPosition.xyz +=shadowWorldNormal*spotLightShadows[i].shadowNormalBias;
#endif
vSpotLightCoord[i]=spotLightMatrix[i]*shadowWorldPosition;
}
#pragma unroll_loop_end
#endif`,_M=`float getShadowMask(){
float shadow=1.0;
#ifdef USE_SHADOWMAP
#if NUM_SUN_LIGHT_SHADOWS > 0
SunLightShadow sunLight;
#pragma unroll_loop_start
for(int i=0;i<NUM_SUN_LIGHT_SHADOWS;i ++){
sunLight=sunLightShadows[i];
shadow*=receiveShadow?getSunShadow(sunShadowMap[i],sunLight,UNROLLED_LOOP_INDEX):1.0;
}
#pragma unroll_loop_end
#endif
#if NUM_DIR_LIGHT_SHADOWS > 0
DirectionalLightShadow directionalLight;
#pragma unroll_loop_start
for(int i=0;i<NUM_DIR_LIGHT_SHADOWS;i ++){
directionalLight=directionalLightShadows[i];
shadow*=receiveShadow?getShadow(directionalShadowMap[i],directionalLight.shadowMapSize,directionalLight.shadowIntensity,directionalLight.shadowBias,directionalLight.shadowRadius,vDirectionalShadowCoord[i]):1.0;
}
#pragma unroll_loop_end
#endif
#if NUM_SPOT_LIGHT_SHADOWS > 0
SpotLightShadow spotLight;
#pragma unroll_loop_start
for(int i=0;i<NUM_SPOT_LIGHT_SHADOWS;i ++){
spotLight=spotLightShadows[i];
shadow*=receiveShadow?getShadow(spotShadowMap[i],spotLight.shadowMapSize,spotLight.shadowIntensity,spotLight.shadowBias,spotLight.shadowRadius,vSpotLightCoord[i]):1.0;
}
#pragma unroll_loop_end
#endif
#if NUM_POINT_LIGHT_SHADOWS > 0 && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
PointLightShadow pointLight;
#pragma unroll_loop_start
for(int i=0;i<NUM_POINT_LIGHT_SHADOWS;i ++){
pointLight=pointLightShadows[i];
shadow*=receiveShadow?getPointShadow(pointShadowMap[i],pointLight.shadowMapSize,pointLight.shadowIntensity,pointLight.shadowBias,pointLight.shadowRadius,vPointShadowCoord[i],pointLight.shadowCameraNear,pointLight.shadowCameraFar):1.0;
}
#pragma unroll_loop_end
#endif
#endif
return shadow;
}`,xM=`#ifdef USE_SKINNING
mat4 boneMatX=getBoneMatrix(skinIndex.x);
mat4 boneMatY=getBoneMatrix(skinIndex.y);
mat4 boneMatZ=getBoneMatrix(skinIndex.z);
mat4 boneMatW=getBoneMatrix(skinIndex.w);
#endif`,yM=`#ifdef USE_SKINNING
uniform mat4 bindMatrix;
uniform mat4 bindMatrixInverse;
uniform highp sampler2D boneTexture;
mat4 getBoneMatrix(const in float i){
int size=textureSize(boneTexture,0).x;
int j=int(i)*4;
int x=j % size;
int y=j/size;
vec4 v1=texelFetch(boneTexture,ivec2(x,y),0);
vec4 v2=texelFetch(boneTexture,ivec2(x + 1,y),0);
vec4 v3=texelFetch(boneTexture,ivec2(x + 2,y),0);
vec4 v4=texelFetch(boneTexture,ivec2(x + 3,y),0);
return mat4(v1,v2,v3,v4);
}
#endif`,bM=`#ifdef USE_SKINNING
vec4 skinVertex=bindMatrix*vec4(transformed,1.0);
vec4 skinned=vec4(0.0);
skinned +=boneMatX*skinVertex*skinWeight.x;
skinned +=boneMatY*skinVertex*skinWeight.y;
skinned +=boneMatZ*skinVertex*skinWeight.z;
skinned +=boneMatW*skinVertex*skinWeight.w;
transformed=(bindMatrixInverse*skinned).xyz;
#endif`,SM=`#ifdef USE_SKINNING
mat4 skinMatrix=mat4(0.0);
skinMatrix +=skinWeight.x*boneMatX;
skinMatrix +=skinWeight.y*boneMatY;
skinMatrix +=skinWeight.z*boneMatZ;
skinMatrix +=skinWeight.w*boneMatW;
skinMatrix=bindMatrixInverse*skinMatrix*bindMatrix;
objectNormal=vec4(skinMatrix*vec4(objectNormal,0.0)).xyz;
#ifdef USE_TANGENT
objectTangent=vec4(skinMatrix*vec4(objectTangent,0.0)).xyz;
#endif
#endif`,MM=`float specularStrength;
#ifdef USE_SPECULARMAP
vec4 texelSpecular=texture2D(specularMap,vSpecularMapUv);
specularStrength=texelSpecular.r;
#else
specularStrength=1.0;
#endif`,wM=`#ifdef USE_SPECULARMAP
uniform sampler2D specularMap;
#endif`,TM=`#if defined( TONE_MAPPING )
gl_FragColor.rgb=toneMapping(gl_FragColor.rgb);
#endif`,AM=`#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
uniform float toneMappingExposure;
vec3 LinearToneMapping( vec3 color ) {
	return saturate( toneMappingExposure * color );
}
vec3 ReinhardToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	return saturate( color / ( vec3( 1.0 ) + color ) );
}
vec3 CineonToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	color = max( vec3( 0.0 ), color - 0.004 );
	return pow( ( color * ( 6.2 * color + 0.5 ) ) / ( color * ( 6.2 * color + 1.7 ) + 0.06 ), vec3( 2.2 ) );
}
vec3 RRTAndODTFit( vec3 v ) {
	vec3 a = v * ( v + 0.0245786 ) - 0.000090537;
	vec3 b = v * ( 0.983729 * v + 0.4329510 ) + 0.238081;
	return a / b;
}
vec3 ACESFilmicToneMapping( vec3 color ) {
	const mat3 ACESInputMat = mat3(
		vec3( 0.59719, 0.07600, 0.02840 ),		vec3( 0.35458, 0.90834, 0.13383 ),
		vec3( 0.04823, 0.01566, 0.83777 )
	);
	const mat3 ACESOutputMat = mat3(
		vec3(  1.60475, -0.10208, -0.00327 ),		vec3( -0.53108,  1.10813, -0.07276 ),
		vec3( -0.07367, -0.00605,  1.07602 )
	);
	color *= toneMappingExposure / 0.6;
	color = ACESInputMat * color;
	color = RRTAndODTFit( color );
	color = ACESOutputMat * color;
	return saturate( color );
}
const mat3 LINEAR_REC2020_TO_LINEAR_SRGB = mat3(
	vec3( 1.6605, - 0.1246, - 0.0182 ),
	vec3( - 0.5876, 1.1329, - 0.1006 ),
	vec3( - 0.0728, - 0.0083, 1.1187 )
);
const mat3 LINEAR_SRGB_TO_LINEAR_REC2020 = mat3(
	vec3( 0.6274, 0.0691, 0.0164 ),
	vec3( 0.3293, 0.9195, 0.0880 ),
	vec3( 0.0433, 0.0113, 0.8956 )
);
vec3 agxDefaultContrastApprox( vec3 x ) {
	vec3 x2 = x * x;
	vec3 x4 = x2 * x2;
	return + 15.5 * x4 * x2
		- 40.14 * x4 * x
		+ 31.96 * x4
		- 6.868 * x2 * x
		+ 0.4298 * x2
		+ 0.1191 * x
		- 0.00232;
}
vec3 AgXToneMapping( vec3 color ) {
	const mat3 AgXInsetMatrix = mat3(
		vec3( 0.856627153315983, 0.137318972929847, 0.11189821299995 ),
		vec3( 0.0951212405381588, 0.761241990602591, 0.0767994186031903 ),
		vec3( 0.0482516061458583, 0.101439036467562, 0.811302368396859 )
	);
	const mat3 AgXOutsetMatrix = mat3(
		vec3( 1.1271005818144368, - 0.1413297634984383, - 0.14132976349843826 ),
		vec3( - 0.11060664309660323, 1.157823702216272, - 0.11060664309660294 ),
		vec3( - 0.016493938717834573, - 0.016493938717834257, 1.2519364065950405 )
	);
	const float AgxMinEv = - 12.47393;	const float AgxMaxEv = 4.026069;
	color *= toneMappingExposure;
	color = LINEAR_SRGB_TO_LINEAR_REC2020 * color;
	color = AgXInsetMatrix * color;
	color = max( color, 1e-10 );	color = log2( color );
	color = ( color - AgxMinEv ) / ( AgxMaxEv - AgxMinEv );
	color = clamp( color, 0.0, 1.0 );
	color = agxDefaultContrastApprox( color );
	color = AgXOutsetMatrix * color;
	color = pow( max( vec3( 0.0 ), color ), vec3( 2.2 ) );
	color = LINEAR_REC2020_TO_LINEAR_SRGB * color;
	color = clamp( color, 0.0, 1.0 );
	return color;
}
vec3 NeutralToneMapping( vec3 color ) {
	const float StartCompression = 0.8 - 0.04;
	const float Desaturation = 0.15;
	color *= toneMappingExposure;
	float x = min( color.r, min( color.g, color.b ) );
	float offset = x < 0.08 ? x - 6.25 * x * x : 0.04;
	color -= offset;
	float peak = max( color.r, max( color.g, color.b ) );
	if ( peak < StartCompression ) return color;
	float d = 1. - StartCompression;
	float newPeak = 1. - d * d / ( peak + d - StartCompression );
	color *= newPeak / peak;
	float g = 1. - 1. / ( Desaturation * ( peak - newPeak ) + 1. );
	return mix( color, vec3( newPeak ), g );
}
vec3 CustomToneMapping( vec3 color ) { return color; }`,EM=`#ifdef USE_TRANSMISSION
material.transmission=transmission;
material.transmissionAlpha=1.0;
material.thickness=thickness;
material.attenuationDistance=attenuationDistance;
material.attenuationColor=attenuationColor;
#ifdef USE_TRANSMISSIONMAP
material.transmission*=texture2D(transmissionMap,vTransmissionMapUv).r;
#endif
#ifdef USE_THICKNESSMAP
material.thickness*=texture2D(thicknessMap,vThicknessMapUv).g;
#endif
vec3 pos=vWorldPosition;
vec3 v=normalize(cameraPosition - pos);
vec3 n=transformNormalByInverseViewMatrix(normal,viewMatrix);
vec4 transmitted=getIBLVolumeRefraction(
n,v,material.roughness,material.diffuseContribution,material.specularColorBlended,material.specularF90,
pos,modelMatrix,viewMatrix,projectionMatrix,material.dispersion,material.ior,material.thickness,
material.attenuationColor,material.attenuationDistance);
material.transmissionAlpha=mix(material.transmissionAlpha,transmitted.a,material.transmission);
totalDiffuse=mix(totalDiffuse,transmitted.rgb,material.transmission);
#endif`,CM=`#ifdef USE_TRANSMISSION
uniform float transmission;
uniform float thickness;
uniform float attenuationDistance;
uniform vec3 attenuationColor;
#ifdef USE_TRANSMISSIONMAP
uniform sampler2D transmissionMap;
#endif
#ifdef USE_THICKNESSMAP
uniform sampler2D thicknessMap;
#endif
uniform vec2 transmissionSamplerSize;
uniform sampler2D transmissionSamplerMap;
uniform mat4 modelMatrix;
uniform mat4 projectionMatrix;
varying vec3 vWorldPosition;
float w0(float a){
return(1.0/6.0)*(a*(a*(- a + 3.0)- 3.0)+ 1.0);
}
float w1(float a){
return(1.0/6.0)*(a*a*(3.0*a - 6.0)+ 4.0);
}
float w2(float a){
return(1.0/6.0)*(a*(a*(- 3.0*a + 3.0)+ 3.0)+ 1.0);
}
float w3(float a){
return(1.0/6.0)*(a*a*a);
}
float g0(float a){
return w0(a)+ w1(a);
}
float g1(float a){
return w2(a)+ w3(a);
}
float h0(float a){
return - 1.0 + w1(a)/(w0(a)+ w1(a));
}
float h1(float a){
return 1.0 + w3(a)/(w2(a)+ w3(a));
}
vec4 bicubic(sampler2D tex,vec2 uv,vec4 texelSize,float lod){
uv=uv*texelSize.zw + 0.5;
vec2 iuv=floor(uv);
vec2 fuv=fract(uv);
float g0x=g0(fuv.x);
float g1x=g1(fuv.x);
float h0x=h0(fuv.x);
float h1x=h1(fuv.x);
float h0y=h0(fuv.y);
float h1y=h1(fuv.y);
vec2 p0=(vec2(iuv.x + h0x,iuv.y + h0y)- 0.5)*texelSize.xy;
vec2 p1=(vec2(iuv.x + h1x,iuv.y + h0y)- 0.5)*texelSize.xy;
vec2 p2=(vec2(iuv.x + h0x,iuv.y + h1y)- 0.5)*texelSize.xy;
vec2 p3=(vec2(iuv.x + h1x,iuv.y + h1y)- 0.5)*texelSize.xy;
return g0(fuv.y)*(g0x*textureLod(tex,p0,lod)+ g1x*textureLod(tex,p1,lod))+
g1(fuv.y)*(g0x*textureLod(tex,p2,lod)+ g1x*textureLod(tex,p3,lod));
}
vec4 textureBicubic(sampler2D sampler,vec2 uv,float lod){
vec2 fLodSize=vec2(textureSize(sampler,int(lod)));
vec2 cLodSize=vec2(textureSize(sampler,int(lod + 1.0)));
vec2 fLodSizeInv=1.0/fLodSize;
vec2 cLodSizeInv=1.0/cLodSize;
vec4 fSample=bicubic(sampler,uv,vec4(fLodSizeInv,fLodSize),floor(lod));
vec4 cSample=bicubic(sampler,uv,vec4(cLodSizeInv,cLodSize),ceil(lod));
return mix(fSample,cSample,fract(lod));
}
vec3 getVolumeTransmissionRay(const in vec3 n,const in vec3 v,const in float thickness,const in float ior,const in mat4 modelMatrix){
vec3 refractionVector=refract(- v,normalize(n),1.0/ior);
vec3 modelScale;
modelScale.x=length(vec3(modelMatrix[0].xyz));
modelScale.y=length(vec3(modelMatrix[1].xyz));
modelScale.z=length(vec3(modelMatrix[2].xyz));
return normalize(refractionVector)*thickness*modelScale;
}
float applyIorToRoughness(const in float roughness,const in float ior){
return roughness*clamp(ior*2.0 - 2.0,0.0,1.0);
}
vec4 getTransmissionSample(const in vec2 fragCoord,const in float roughness,const in float ior){
float lod=log2(transmissionSamplerSize.x)*applyIorToRoughness(roughness,ior);
return textureBicubic(transmissionSamplerMap,fragCoord.xy,lod);
}
vec3 volumeAttenuation(const in float transmissionDistance,const in vec3 attenuationColor,const in float attenuationDistance){
if(isinf(attenuationDistance)){
return vec3(1.0);
}else{
vec3 attenuationCoefficient=-log(attenuationColor)/attenuationDistance;
vec3 transmittance=exp(- attenuationCoefficient*transmissionDistance);return transmittance;
}
}
vec4 getIBLVolumeRefraction(const in vec3 n,const in vec3 v,const in float roughness,const in vec3 diffuseColor,
const in vec3 specularColor,const in float specularF90,const in vec3 position,const in mat4 modelMatrix,
const in mat4 viewMatrix,const in mat4 projMatrix,const in float dispersion,const in float ior,const in float thickness,
const in vec3 attenuationColor,const in float attenuationDistance){
vec4 transmittedLight;
vec3 transmittance;
#ifdef USE_DISPERSION
float halfSpread=(ior - 1.0)*0.025*dispersion;
vec3 iors=vec3(ior - halfSpread,ior,ior + halfSpread);
for(int i=0;i<3;i ++){
vec3 transmissionRay=getVolumeTransmissionRay(n,v,thickness,iors[i],modelMatrix);
vec3 refractedRayExit=position + transmissionRay;
vec4 ndcPos=projMatrix*viewMatrix*vec4(refractedRayExit,1.0);
vec2 refractionCoords=ndcPos.xy/ndcPos.w;
refractionCoords +=1.0;
refractionCoords/=2.0;
vec4 transmissionSample=getTransmissionSample(refractionCoords,roughness,iors[i]);
transmittedLight[i]=transmissionSample[i];
transmittedLight.a +=transmissionSample.a;
transmittance[i]=diffuseColor[i]*volumeAttenuation(length(transmissionRay),attenuationColor,attenuationDistance)[i];
}
transmittedLight.a/=3.0;
#else
vec3 transmissionRay=getVolumeTransmissionRay(n,v,thickness,ior,modelMatrix);
vec3 refractedRayExit=position + transmissionRay;
vec4 ndcPos=projMatrix*viewMatrix*vec4(refractedRayExit,1.0);
vec2 refractionCoords=ndcPos.xy/ndcPos.w;
refractionCoords +=1.0;
refractionCoords/=2.0;
transmittedLight=getTransmissionSample(refractionCoords,roughness,ior);
transmittance=diffuseColor*volumeAttenuation(length(transmissionRay),attenuationColor,attenuationDistance);
#endif
vec3 attenuatedColor=transmittance*transmittedLight.rgb;
vec3 F=EnvironmentBRDF(n,v,specularColor,specularF90,roughness);
float transmittanceFactor=(transmittance.r + transmittance.g + transmittance.b)/3.0;
return vec4((1.0 - F)*attenuatedColor,1.0 -(1.0 - transmittedLight.a)*transmittanceFactor);
}
#endif`,RM=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
varying vec2 vUv;
#endif
#ifdef USE_MAP
varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
varying vec2 vNormalMapUv;
#endif
#ifdef USE_EMISSIVEMAP
varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_SPECULARMAP
varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
uniform mat3 transmissionMapTransform;
varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
uniform mat3 thicknessMapTransform;
varying vec2 vThicknessMapUv;
#endif`,PM=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
varying vec2 vUv;
#endif
#ifdef USE_MAP
uniform mat3 mapTransform;
varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
uniform mat3 alphaMapTransform;
varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
uniform mat3 lightMapTransform;
varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
uniform mat3 aoMapTransform;
varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
uniform mat3 bumpMapTransform;
varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
uniform mat3 normalMapTransform;
varying vec2 vNormalMapUv;
#endif
#ifdef USE_DISPLACEMENTMAP
uniform mat3 displacementMapTransform;
varying vec2 vDisplacementMapUv;
#endif
#ifdef USE_EMISSIVEMAP
uniform mat3 emissiveMapTransform;
varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
uniform mat3 metalnessMapTransform;
varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
uniform mat3 roughnessMapTransform;
varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
uniform mat3 diffuseRoughnessMapTransform;
varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
uniform mat3 anisotropyMapTransform;
varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
uniform mat3 clearcoatMapTransform;
varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
uniform mat3 clearcoatNormalMapTransform;
varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
uniform mat3 clearcoatRoughnessMapTransform;
varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
uniform mat3 sheenColorMapTransform;
varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
uniform mat3 sheenRoughnessMapTransform;
varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
uniform mat3 iridescenceMapTransform;
varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
uniform mat3 iridescenceThicknessMapTransform;
varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SPECULARMAP
uniform mat3 specularMapTransform;
varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
uniform mat3 specularColorMapTransform;
varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
uniform mat3 specularIntensityMapTransform;
varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
uniform mat3 transmissionMapTransform;
varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
uniform mat3 thicknessMapTransform;
varying vec2 vThicknessMapUv;
#endif`,IM=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
vUv=vec3(uv,1).xy;
#endif
#ifdef USE_MAP
vMapUv=(mapTransform*vec3(MAP_UV,1)).xy;
#endif
#ifdef USE_ALPHAMAP
vAlphaMapUv=(alphaMapTransform*vec3(ALPHAMAP_UV,1)).xy;
#endif
#ifdef USE_LIGHTMAP
vLightMapUv=(lightMapTransform*vec3(LIGHTMAP_UV,1)).xy;
#endif
#ifdef USE_AOMAP
vAoMapUv=(aoMapTransform*vec3(AOMAP_UV,1)).xy;
#endif
#ifdef USE_BUMPMAP
vBumpMapUv=(bumpMapTransform*vec3(BUMPMAP_UV,1)).xy;
#endif
#ifdef USE_NORMALMAP
vNormalMapUv=(normalMapTransform*vec3(NORMALMAP_UV,1)).xy;
#endif
#ifdef USE_DISPLACEMENTMAP
vDisplacementMapUv=(displacementMapTransform*vec3(DISPLACEMENTMAP_UV,1)).xy;
#endif
#ifdef USE_EMISSIVEMAP
vEmissiveMapUv=(emissiveMapTransform*vec3(EMISSIVEMAP_UV,1)).xy;
#endif
#ifdef USE_METALNESSMAP
vMetalnessMapUv=(metalnessMapTransform*vec3(METALNESSMAP_UV,1)).xy;
#endif
#ifdef USE_ROUGHNESSMAP
vRoughnessMapUv=(roughnessMapTransform*vec3(ROUGHNESSMAP_UV,1)).xy;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
vDiffuseRoughnessMapUv=(diffuseRoughnessMapTransform*vec3(DIFFUSE_ROUGHNESSMAP_UV,1)).xy;
#endif
#ifdef USE_ANISOTROPYMAP
vAnisotropyMapUv=(anisotropyMapTransform*vec3(ANISOTROPYMAP_UV,1)).xy;
#endif
#ifdef USE_CLEARCOATMAP
vClearcoatMapUv=(clearcoatMapTransform*vec3(CLEARCOATMAP_UV,1)).xy;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
vClearcoatNormalMapUv=(clearcoatNormalMapTransform*vec3(CLEARCOAT_NORMALMAP_UV,1)).xy;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
vClearcoatRoughnessMapUv=(clearcoatRoughnessMapTransform*vec3(CLEARCOAT_ROUGHNESSMAP_UV,1)).xy;
#endif
#ifdef USE_IRIDESCENCEMAP
vIridescenceMapUv=(iridescenceMapTransform*vec3(IRIDESCENCEMAP_UV,1)).xy;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
vIridescenceThicknessMapUv=(iridescenceThicknessMapTransform*vec3(IRIDESCENCE_THICKNESSMAP_UV,1)).xy;
#endif
#ifdef USE_SHEEN_COLORMAP
vSheenColorMapUv=(sheenColorMapTransform*vec3(SHEEN_COLORMAP_UV,1)).xy;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
vSheenRoughnessMapUv=(sheenRoughnessMapTransform*vec3(SHEEN_ROUGHNESSMAP_UV,1)).xy;
#endif
#ifdef USE_SPECULARMAP
vSpecularMapUv=(specularMapTransform*vec3(SPECULARMAP_UV,1)).xy;
#endif
#ifdef USE_SPECULAR_COLORMAP
vSpecularColorMapUv=(specularColorMapTransform*vec3(SPECULAR_COLORMAP_UV,1)).xy;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
vSpecularIntensityMapUv=(specularIntensityMapTransform*vec3(SPECULAR_INTENSITYMAP_UV,1)).xy;
#endif
#ifdef USE_TRANSMISSIONMAP
vTransmissionMapUv=(transmissionMapTransform*vec3(TRANSMISSIONMAP_UV,1)).xy;
#endif
#ifdef USE_THICKNESSMAP
vThicknessMapUv=(thicknessMapTransform*vec3(THICKNESSMAP_UV,1)).xy;
#endif`,DM=`#if defined( USE_ENVMAP ) || defined( DISTANCE ) || defined ( USE_SHADOWMAP ) || defined ( USE_TRANSMISSION ) || NUM_SPOT_LIGHT_COORDS > 0
vec4 worldPosition=vec4(transformed,1.0);
#ifdef USE_BATCHING
worldPosition=batchingMatrix*worldPosition;
#endif
#ifdef USE_INSTANCING
worldPosition=instanceMatrix*worldPosition;
#endif
worldPosition=modelMatrix*worldPosition;
#endif`,LM=`varying vec2 vUv;
uniform mat3 uvTransform;
void main(){
vUv=(uvTransform*vec3(uv,1)).xy;
gl_Position=vec4(position.xy,1.0,1.0);
}`,NM=`uniform sampler2D t2D;
uniform float backgroundIntensity;
varying vec2 vUv;
void main(){
vec4 texColor=texture2D(t2D,vUv);
#ifdef DECODE_VIDEO_TEXTURE
texColor=vec4(mix(pow(texColor.rgb*0.9478672986 + vec3(0.0521327014),vec3(2.4)),texColor.rgb*0.0773993808,vec3(lessThanEqual(texColor.rgb,vec3(0.04045)))),texColor.w);
#endif
texColor.rgb*=backgroundIntensity;
gl_FragColor=texColor;
#include <tonemapping_fragment>
#include <colorspace_fragment>
}`,UM=`varying vec3 vWorldDirection;
#include <common>
void main(){
vWorldDirection=transformDirection(position,modelMatrix);
#include <begin_vertex>
#include <project_vertex>
gl_Position.z=gl_Position.w;
}`,FM=`uniform float backgroundBlurriness;
uniform float backgroundIntensity;
uniform mat3 backgroundRotation;
varying vec3 vWorldDirection;
#include <envmap_common_pars_fragment>
void main(){
#ifdef ENVMAP_TYPE_PMREM
vec4 texColor=textureLod(envMap,backgroundRotation*vWorldDirection,roughnessToMip(backgroundBlurriness));
#else
vec4 texColor=textureCube(envMap,backgroundRotation*vWorldDirection);
#endif
texColor.rgb*=backgroundIntensity;
gl_FragColor=texColor;
#include <tonemapping_fragment>
#include <colorspace_fragment>
}`,OM=`varying vec3 vWorldDirection;
#include <common>
void main(){
vWorldDirection=transformDirection(position,modelMatrix);
#include <begin_vertex>
#include <project_vertex>
gl_Position.z=gl_Position.w;
}`,kM=`uniform samplerCube tCube;
uniform float tFlip;
uniform float opacity;
varying vec3 vWorldDirection;
void main(){
vec4 texColor=textureCube(tCube,vec3(tFlip*vWorldDirection.x,vWorldDirection.yz));
gl_FragColor=texColor;
gl_FragColor.a*=opacity;
#include <tonemapping_fragment>
#include <colorspace_fragment>
}`,BM=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
varying vec2 vHighPrecisionZW;
void main(){
#include <uv_vertex>
#include <batching_vertex>
#include <skinbase_vertex>
#include <morphinstance_vertex>
#ifdef USE_DISPLACEMENTMAP
#include <beginnormal_vertex>
#include <morphnormal_vertex>
#include <skinnormal_vertex>
#endif
#include <begin_vertex>
#include <morphtarget_vertex>
#include <skinning_vertex>
#include <displacementmap_vertex>
#include <project_vertex>
#include <logdepthbuf_vertex>
#include <clipping_planes_vertex>
vHighPrecisionZW=gl_Position.zw;
}`,zM=`#if DEPTH_PACKING == 3200
uniform float opacity;
#endif
#include <common>
#include <packing>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
varying vec2 vHighPrecisionZW;
void main(){
vec4 diffuseColor=vec4(1.0);
#include <clipping_planes_fragment>
#if DEPTH_PACKING == 3200
diffuseColor.a=opacity;
#endif
#include <map_fragment>
#include <alphamap_fragment>
#include <alphatest_fragment>
#include <alphahash_fragment>
#include <logdepthbuf_fragment>
#ifdef USE_REVERSED_DEPTH_BUFFER
float fragCoordZ=vHighPrecisionZW[0]/vHighPrecisionZW[1];
#else
float fragCoordZ=0.5*vHighPrecisionZW[0]/vHighPrecisionZW[1]+ 0.5;
#endif
#if DEPTH_PACKING == 3200
gl_FragColor=vec4(vec3(1.0 - fragCoordZ),opacity);
#elif DEPTH_PACKING == 3201
gl_FragColor=packDepthToRGBA(fragCoordZ);
#elif DEPTH_PACKING == 3202
gl_FragColor=vec4(packDepthToRGB(fragCoordZ),1.0);
#elif DEPTH_PACKING == 3203
gl_FragColor=vec4(packDepthToRG(fragCoordZ),0.0,1.0);
#endif
}`,HM=`#define DISTANCE
varying vec3 vWorldPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <clipping_planes_pars_vertex>
void main(){
#include <uv_vertex>
#include <batching_vertex>
#include <skinbase_vertex>
#include <morphinstance_vertex>
#ifdef USE_DISPLACEMENTMAP
#include <beginnormal_vertex>
#include <morphnormal_vertex>
#include <skinnormal_vertex>
#endif
#include <begin_vertex>
#include <morphtarget_vertex>
#include <skinning_vertex>
#include <displacementmap_vertex>
#include <project_vertex>
#include <worldpos_vertex>
#include <clipping_planes_vertex>
vWorldPosition=worldPosition.xyz;
}`,GM=`#define DISTANCE
uniform vec3 referencePosition;
uniform float nearDistance;
uniform float farDistance;
varying vec3 vWorldPosition;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <clipping_planes_pars_fragment>
void main(){
vec4 diffuseColor=vec4(1.0);
#include <clipping_planes_fragment>
#include <map_fragment>
#include <alphamap_fragment>
#include <alphatest_fragment>
#include <alphahash_fragment>
float dist=length(vWorldPosition - referencePosition);
dist=(dist - nearDistance)/(farDistance - nearDistance);
dist=saturate(dist);
gl_FragColor=vec4(dist,0.0,0.0,1.0);
}`,VM=`varying vec3 vWorldDirection;
#include <common>
void main(){
vWorldDirection=transformDirection(position,modelMatrix);
#include <begin_vertex>
#include <project_vertex>
}`,WM=`uniform sampler2D tEquirect;
varying vec3 vWorldDirection;
#include <common>
void main(){
vec3 direction=normalize(vWorldDirection);
vec2 sampleUV=equirectUv(direction);
gl_FragColor=texture2D(tEquirect,sampleUV);
#include <tonemapping_fragment>
#include <colorspace_fragment>
}`,qM=`uniform float scale;
attribute float lineDistance;
varying float vLineDistance;
#include <common>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main(){
vLineDistance=scale*lineDistance;
#include <uv_vertex>
#include <color_vertex>
#include <morphinstance_vertex>
#include <morphcolor_vertex>
#include <begin_vertex>
#include <morphtarget_vertex>
#include <project_vertex>
#include <logdepthbuf_vertex>
#include <clipping_planes_vertex>
#include <fog_vertex>
}`,XM=`uniform vec3 diffuse;
uniform float opacity;
uniform float dashSize;
uniform float totalSize;
varying float vLineDistance;
#include <common>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main(){
vec4 diffuseColor=vec4(diffuse,opacity);
#include <clipping_planes_fragment>
if(mod(vLineDistance,totalSize)>dashSize){
discard;
}
vec3 outgoingLight=vec3(0.0);
#include <logdepthbuf_fragment>
#include <map_fragment>
#include <color_fragment>
outgoingLight=diffuseColor.rgb;
#include <opaque_fragment>
#include <tonemapping_fragment>
#include <colorspace_fragment>
#include <fog_fragment>
#include <premultiplied_alpha_fragment>
}`,YM=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main(){
#include <uv_vertex>
#include <color_vertex>
#include <morphinstance_vertex>
#include <morphcolor_vertex>
#include <batching_vertex>
#if defined ( USE_ENVMAP ) || defined ( USE_SKINNING )
#include <beginnormal_vertex>
#include <morphnormal_vertex>
#include <skinbase_vertex>
#include <skinnormal_vertex>
#include <defaultnormal_vertex>
#endif
#include <begin_vertex>
#include <morphtarget_vertex>
#include <skinning_vertex>
#include <project_vertex>
#include <logdepthbuf_vertex>
#include <clipping_planes_vertex>
#include <worldpos_vertex>
#include <envmap_vertex>
#include <fog_vertex>
}`,ZM=`uniform vec3 diffuse;
uniform float opacity;
#ifndef FLAT_SHADED
varying vec3 vNormal;
#endif
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <fog_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main(){
vec4 diffuseColor=vec4(diffuse,opacity);
#include <clipping_planes_fragment>
#include <logdepthbuf_fragment>
#include <map_fragment>
#include <color_fragment>
#include <alphamap_fragment>
#include <alphatest_fragment>
#include <alphahash_fragment>
#include <specularmap_fragment>
ReflectedLight reflectedLight=ReflectedLight(vec3(0.0),vec3(0.0),vec3(0.0),vec3(0.0));
#ifdef USE_LIGHTMAP
vec4 lightMapTexel=texture2D(lightMap,vLightMapUv);
reflectedLight.indirectDiffuse +=lightMapTexel.rgb*lightMapIntensity*RECIPROCAL_PI;
#else
reflectedLight.indirectDiffuse +=vec3(1.0);
#endif
#include <aomap_fragment>
reflectedLight.indirectDiffuse*=diffuseColor.rgb;
vec3 outgoingLight=reflectedLight.indirectDiffuse;
#include <envmap_fragment>
#include <opaque_fragment>
#include <tonemapping_fragment>
#include <colorspace_fragment>
#include <fog_fragment>
#include <premultiplied_alpha_fragment>
#include <dithering_fragment>
}`,$M=`#define LAMBERT
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main(){
#include <uv_vertex>
#include <color_vertex>
#include <morphinstance_vertex>
#include <morphcolor_vertex>
#include <batching_vertex>
#include <beginnormal_vertex>
#include <morphnormal_vertex>
#include <skinbase_vertex>
#include <skinnormal_vertex>
#include <defaultnormal_vertex>
#include <normal_vertex>
#include <begin_vertex>
#include <morphtarget_vertex>
#include <skinning_vertex>
#include <displacementmap_vertex>
#include <project_vertex>
#include <logdepthbuf_vertex>
#include <clipping_planes_vertex>
vViewPosition=- mvPosition.xyz;
#include <worldpos_vertex>
#include <envmap_vertex>
#include <shadowmap_vertex>
#include <fog_vertex>
}`,JM=`#define LAMBERT
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_lambert_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main(){
vec4 diffuseColor=vec4(diffuse,opacity);
#include <clipping_planes_fragment>
ReflectedLight reflectedLight=ReflectedLight(vec3(0.0),vec3(0.0),vec3(0.0),vec3(0.0));
vec3 totalEmissiveRadiance=emissive;
#include <logdepthbuf_fragment>
#include <map_fragment>
#include <color_fragment>
#include <alphamap_fragment>
#include <alphatest_fragment>
#include <alphahash_fragment>
#include <specularmap_fragment>
#include <normal_fragment_begin>
#include <normal_fragment_maps>
#include <emissivemap_fragment>
#include <lights_lambert_fragment>
#include <lights_fragment_begin>
#include <lights_fragment_maps>
#include <lights_fragment_end>
#include <aomap_fragment>
vec3 outgoingLight=reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
#include <envmap_fragment>
#include <opaque_fragment>
#include <tonemapping_fragment>
#include <colorspace_fragment>
#include <fog_fragment>
#include <premultiplied_alpha_fragment>
#include <dithering_fragment>
}`,KM=`#define MATCAP
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <displacementmap_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main(){
#include <uv_vertex>
#include <color_vertex>
#include <morphinstance_vertex>
#include <morphcolor_vertex>
#include <batching_vertex>
#include <beginnormal_vertex>
#include <morphnormal_vertex>
#include <skinbase_vertex>
#include <skinnormal_vertex>
#include <defaultnormal_vertex>
#include <normal_vertex>
#include <begin_vertex>
#include <morphtarget_vertex>
#include <skinning_vertex>
#include <displacementmap_vertex>
#include <project_vertex>
#include <logdepthbuf_vertex>
#include <clipping_planes_vertex>
#include <fog_vertex>
vViewPosition=- mvPosition.xyz;
}`,jM=`#define MATCAP
uniform vec3 diffuse;
uniform float opacity;
uniform sampler2D matcap;
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main(){
vec4 diffuseColor=vec4(diffuse,opacity);
#include <clipping_planes_fragment>
#include <logdepthbuf_fragment>
#include <map_fragment>
#include <color_fragment>
#include <alphamap_fragment>
#include <alphatest_fragment>
#include <alphahash_fragment>
#include <normal_fragment_begin>
#include <normal_fragment_maps>
vec3 viewDir=normalize(vViewPosition);
vec3 x=normalize(vec3(viewDir.z,0.0,- viewDir.x));
vec3 y=cross(viewDir,x);
vec2 uv=vec2(dot(x,normal),dot(y,normal))*0.495 + 0.5;
#ifdef USE_MATCAP
vec4 matcapColor=texture2D(matcap,uv);
#else
vec4 matcapColor=vec4(vec3(mix(0.2,0.8,uv.y)),1.0);
#endif
vec3 outgoingLight=diffuseColor.rgb*matcapColor.rgb;
#include <opaque_fragment>
#include <tonemapping_fragment>
#include <colorspace_fragment>
#include <fog_fragment>
#include <premultiplied_alpha_fragment>
#include <dithering_fragment>
}`,QM=`#define NORMAL
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
varying vec3 vViewPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main(){
#include <uv_vertex>
#include <batching_vertex>
#include <beginnormal_vertex>
#include <morphinstance_vertex>
#include <morphnormal_vertex>
#include <skinbase_vertex>
#include <skinnormal_vertex>
#include <defaultnormal_vertex>
#include <normal_vertex>
#include <begin_vertex>
#include <morphtarget_vertex>
#include <skinning_vertex>
#include <displacementmap_vertex>
#include <project_vertex>
#include <logdepthbuf_vertex>
#include <clipping_planes_vertex>
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
vViewPosition=- mvPosition.xyz;
#endif
}`,e6=`#define NORMAL
uniform float opacity;
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
varying vec3 vViewPosition;
#endif
#include <uv_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main(){
vec4 diffuseColor=vec4(0.0,0.0,0.0,opacity);
#include <clipping_planes_fragment>
#include <logdepthbuf_fragment>
#include <normal_fragment_begin>
#include <normal_fragment_maps>
gl_FragColor=vec4(normalize(normal)*0.5 + 0.5,diffuseColor.a);
#ifdef OPAQUE
gl_FragColor.a=1.0;
#endif
}`,t6=`#define PHONG
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main(){
#include <uv_vertex>
#include <color_vertex>
#include <morphcolor_vertex>
#include <batching_vertex>
#include <beginnormal_vertex>
#include <morphinstance_vertex>
#include <morphnormal_vertex>
#include <skinbase_vertex>
#include <skinnormal_vertex>
#include <defaultnormal_vertex>
#include <normal_vertex>
#include <begin_vertex>
#include <morphtarget_vertex>
#include <skinning_vertex>
#include <displacementmap_vertex>
#include <project_vertex>
#include <logdepthbuf_vertex>
#include <clipping_planes_vertex>
vViewPosition=- mvPosition.xyz;
#include <worldpos_vertex>
#include <envmap_vertex>
#include <shadowmap_vertex>
#include <fog_vertex>
}`,n6=`#define PHONG
uniform vec3 diffuse;
uniform vec3 emissive;
uniform vec3 specular;
uniform float shininess;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_phong_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main(){
vec4 diffuseColor=vec4(diffuse,opacity);
#include <clipping_planes_fragment>
ReflectedLight reflectedLight=ReflectedLight(vec3(0.0),vec3(0.0),vec3(0.0),vec3(0.0));
vec3 totalEmissiveRadiance=emissive;
#include <logdepthbuf_fragment>
#include <map_fragment>
#include <color_fragment>
#include <alphamap_fragment>
#include <alphatest_fragment>
#include <alphahash_fragment>
#include <specularmap_fragment>
#include <normal_fragment_begin>
#include <normal_fragment_maps>
#include <emissivemap_fragment>
#include <lights_phong_fragment>
#include <lights_fragment_begin>
#include <lights_fragment_maps>
#include <lights_fragment_end>
#include <aomap_fragment>
vec3 outgoingLight=reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + reflectedLight.directSpecular + reflectedLight.indirectSpecular + totalEmissiveRadiance;
#include <envmap_fragment>
#include <opaque_fragment>
#include <tonemapping_fragment>
#include <colorspace_fragment>
#include <fog_fragment>
#include <premultiplied_alpha_fragment>
#include <dithering_fragment>
}`,i6=`#define STANDARD
varying vec3 vViewPosition;
#ifdef USE_TRANSMISSION
varying vec3 vWorldPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main(){
#include <uv_vertex>
#include <color_vertex>
#include <morphinstance_vertex>
#include <morphcolor_vertex>
#include <batching_vertex>
#include <beginnormal_vertex>
#include <morphnormal_vertex>
#include <skinbase_vertex>
#include <skinnormal_vertex>
#include <defaultnormal_vertex>
#include <normal_vertex>
#include <begin_vertex>
#include <morphtarget_vertex>
#include <skinning_vertex>
#include <displacementmap_vertex>
#include <project_vertex>
#include <logdepthbuf_vertex>
#include <clipping_planes_vertex>
vViewPosition=- mvPosition.xyz;
#include <worldpos_vertex>
#include <shadowmap_vertex>
#include <fog_vertex>
#ifdef USE_TRANSMISSION
vWorldPosition=worldPosition.xyz;
#endif
}`,r6=`#define STANDARD
#ifdef PHYSICAL
#define IOR
#define USE_SPECULAR
#endif
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float roughness;
uniform float metalness;
uniform float opacity;
#ifdef IOR
uniform float ior;
#endif
#ifdef USE_SPECULAR
uniform float specularIntensity;
uniform vec3 specularColor;
#ifdef USE_SPECULAR_COLORMAP
uniform sampler2D specularColorMap;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
uniform sampler2D specularIntensityMap;
#endif
#endif
#ifdef USE_CLEARCOAT
uniform float clearcoat;
uniform float clearcoatRoughness;
#endif
#ifdef USE_DIFFUSE_ROUGHNESS
uniform float diffuseRoughness;
#ifdef USE_DIFFUSE_ROUGHNESSMAP
uniform sampler2D diffuseRoughnessMap;
#endif
#endif
#ifdef USE_DISPERSION
uniform float dispersion;
#endif
#ifdef USE_RETROREFLECTION
uniform float retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
uniform float iridescence;
uniform float iridescenceIOR;
uniform float iridescenceThicknessMinimum;
uniform float iridescenceThicknessMaximum;
#endif
#ifdef USE_SHEEN
uniform vec3 sheenColor;
uniform float sheenRoughness;
#ifdef USE_SHEEN_COLORMAP
uniform sampler2D sheenColorMap;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
uniform sampler2D sheenRoughnessMap;
#endif
#endif
#ifdef USE_ANISOTROPY
uniform vec2 anisotropyVector;
#ifdef USE_ANISOTROPYMAP
uniform sampler2D anisotropyMap;
#endif
#endif
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <iridescence_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_physical_pars_fragment>
#include <transmission_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <clearcoat_pars_fragment>
#include <iridescence_pars_fragment>
#include <roughnessmap_pars_fragment>
#include <metalnessmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main(){
vec4 diffuseColor=vec4(diffuse,opacity);
#include <clipping_planes_fragment>
ReflectedLight reflectedLight=ReflectedLight(vec3(0.0),vec3(0.0),vec3(0.0),vec3(0.0));
vec3 totalEmissiveRadiance=emissive;
#include <logdepthbuf_fragment>
#include <map_fragment>
#include <color_fragment>
#include <alphamap_fragment>
#include <alphatest_fragment>
#include <alphahash_fragment>
#include <roughnessmap_fragment>
#include <metalnessmap_fragment>
#include <normal_fragment_begin>
#include <normal_fragment_maps>
#include <clearcoat_normal_fragment_begin>
#include <clearcoat_normal_fragment_maps>
#include <emissivemap_fragment>
#include <lights_physical_fragment>
#include <lights_fragment_begin>
#include <lights_fragment_maps>
#include <lights_fragment_end>
#include <aomap_fragment>
vec3 totalDiffuse=reflectedLight.directDiffuse + reflectedLight.indirectDiffuse;
vec3 totalSpecular=reflectedLight.directSpecular + reflectedLight.indirectSpecular;
#include <transmission_fragment>
vec3 outgoingLight=totalDiffuse + totalSpecular + totalEmissiveRadiance;
#ifdef USE_SHEEN
outgoingLight=outgoingLight + sheenSpecularDirect + sheenSpecularIndirect;
#endif
#ifdef USE_CLEARCOAT
float dotNVcc=saturate(dot(geometryClearcoatNormal,geometryViewDir));
vec3 Fcc=F_Schlick(material.clearcoatF0,material.clearcoatF90,dotNVcc);
outgoingLight=outgoingLight*(1.0 - material.clearcoat*Fcc)+(clearcoatSpecularDirect + clearcoatSpecularIndirect)*material.clearcoat;
#endif
#include <opaque_fragment>
#include <tonemapping_fragment>
#include <colorspace_fragment>
#include <fog_fragment>
#include <premultiplied_alpha_fragment>
#include <dithering_fragment>
}`,s6=`#define TOON
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main(){
#include <uv_vertex>
#include <color_vertex>
#include <morphinstance_vertex>
#include <morphcolor_vertex>
#include <batching_vertex>
#include <beginnormal_vertex>
#include <morphnormal_vertex>
#include <skinbase_vertex>
#include <skinnormal_vertex>
#include <defaultnormal_vertex>
#include <normal_vertex>
#include <begin_vertex>
#include <morphtarget_vertex>
#include <skinning_vertex>
#include <displacementmap_vertex>
#include <project_vertex>
#include <logdepthbuf_vertex>
#include <clipping_planes_vertex>
vViewPosition=- mvPosition.xyz;
#include <worldpos_vertex>
#include <shadowmap_vertex>
#include <fog_vertex>
}`,a6=`#define TOON
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <gradientmap_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_toon_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main(){
vec4 diffuseColor=vec4(diffuse,opacity);
#include <clipping_planes_fragment>
ReflectedLight reflectedLight=ReflectedLight(vec3(0.0),vec3(0.0),vec3(0.0),vec3(0.0));
vec3 totalEmissiveRadiance=emissive;
#include <logdepthbuf_fragment>
#include <map_fragment>
#include <color_fragment>
#include <alphamap_fragment>
#include <alphatest_fragment>
#include <alphahash_fragment>
#include <normal_fragment_begin>
#include <normal_fragment_maps>
#include <emissivemap_fragment>
#include <lights_toon_fragment>
#include <lights_fragment_begin>
#include <lights_fragment_maps>
#include <lights_fragment_end>
#include <aomap_fragment>
vec3 outgoingLight=reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
#include <opaque_fragment>
#include <tonemapping_fragment>
#include <colorspace_fragment>
#include <fog_fragment>
#include <premultiplied_alpha_fragment>
#include <dithering_fragment>
}`,o6=`uniform float size;
uniform float scale;
#include <common>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
#ifdef USE_POINTS_UV
varying vec2 vUv;
uniform mat3 uvTransform;
#endif
void main(){
#ifdef USE_POINTS_UV
vUv=(uvTransform*vec3(uv,1)).xy;
#endif
#include <color_vertex>
#include <morphinstance_vertex>
#include <morphcolor_vertex>
#include <begin_vertex>
#include <morphtarget_vertex>
#include <project_vertex>
gl_PointSize=size;
#ifdef USE_SIZEATTENUATION
bool isPerspective=isPerspectiveMatrix(projectionMatrix);
if(isPerspective)gl_PointSize*=(scale/- mvPosition.z);
#endif
#include <logdepthbuf_vertex>
#include <clipping_planes_vertex>
#include <worldpos_vertex>
#include <fog_vertex>
}`,l6=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <color_pars_fragment>
#include <map_particle_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main(){
vec4 diffuseColor=vec4(diffuse,opacity);
#include <clipping_planes_fragment>
vec3 outgoingLight=vec3(0.0);
#include <logdepthbuf_fragment>
#include <map_particle_fragment>
#include <color_fragment>
#include <alphatest_fragment>
#include <alphahash_fragment>
outgoingLight=diffuseColor.rgb;
#include <opaque_fragment>
#include <tonemapping_fragment>
#include <colorspace_fragment>
#include <fog_fragment>
#include <premultiplied_alpha_fragment>
}`,c6=`#include <common>
#include <batching_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <shadowmap_pars_vertex>
void main(){
#include <batching_vertex>
#include <beginnormal_vertex>
#include <morphinstance_vertex>
#include <morphnormal_vertex>
#include <skinbase_vertex>
#include <skinnormal_vertex>
#include <defaultnormal_vertex>
#include <begin_vertex>
#include <morphtarget_vertex>
#include <skinning_vertex>
#include <project_vertex>
#include <logdepthbuf_vertex>
#include <worldpos_vertex>
#include <shadowmap_vertex>
#include <fog_vertex>
}`,u6=`uniform vec3 color;
uniform float opacity;
#include <common>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <logdepthbuf_pars_fragment>
#include <shadowmap_pars_fragment>
#include <shadowmask_pars_fragment>
void main(){
#include <logdepthbuf_fragment>
gl_FragColor=vec4(color,opacity*(1.0 - getShadowMask()));
#include <tonemapping_fragment>
#include <colorspace_fragment>
#include <fog_fragment>
#include <premultiplied_alpha_fragment>
}`,h6=`uniform float rotation;
uniform vec2 center;
#include <common>
#include <uv_pars_vertex>
#include <fog_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main(){
#include <uv_vertex>
vec4 mvPosition=modelViewMatrix[3];
vec2 scale=vec2(length(modelMatrix[0].xyz),length(modelMatrix[1].xyz));
#ifndef USE_SIZEATTENUATION
bool isPerspective=isPerspectiveMatrix(projectionMatrix);
if(isPerspective)scale*=- mvPosition.z;
#endif
vec2 alignedPosition=(position.xy -(center - vec2(0.5)))*scale;
vec2 rotatedPosition;
rotatedPosition.x=cos(rotation)*alignedPosition.x - sin(rotation)*alignedPosition.y;
rotatedPosition.y=sin(rotation)*alignedPosition.x + cos(rotation)*alignedPosition.y;
mvPosition.xy +=rotatedPosition;
gl_Position=projectionMatrix*mvPosition;
#include <logdepthbuf_vertex>
#include <clipping_planes_vertex>
#include <fog_vertex>
}`,f6=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main(){
vec4 diffuseColor=vec4(diffuse,opacity);
#include <clipping_planes_fragment>
vec3 outgoingLight=vec3(0.0);
#include <logdepthbuf_fragment>
#include <map_fragment>
#include <alphamap_fragment>
#include <alphatest_fragment>
#include <alphahash_fragment>
outgoingLight=diffuseColor.rgb;
#include <opaque_fragment>
#include <tonemapping_fragment>
#include <colorspace_fragment>
#include <fog_fragment>
}`,Mt={alphahash_fragment:NS,alphahash_pars_fragment:US,alphamap_fragment:FS,alphamap_pars_fragment:OS,alphatest_fragment:kS,alphatest_pars_fragment:BS,aomap_fragment:zS,aomap_pars_fragment:HS,batching_pars_vertex:GS,batching_vertex:VS,begin_vertex:WS,beginnormal_vertex:qS,bsdfs:XS,iridescence_fragment:YS,bumpmap_pars_fragment:ZS,clipping_planes_fragment:$S,clipping_planes_pars_fragment:JS,clipping_planes_pars_vertex:KS,clipping_planes_vertex:jS,color_fragment:QS,color_pars_fragment:e5,color_pars_vertex:t5,color_vertex:n5,common:i5,defaultnormal_vertex:r5,displacementmap_pars_vertex:s5,displacementmap_vertex:a5,emissivemap_fragment:o5,emissivemap_pars_fragment:l5,colorspace_fragment:c5,colorspace_pars_fragment:u5,envmap_fragment:h5,envmap_common_pars_fragment:f5,envmap_pars_fragment:d5,envmap_pars_vertex:p5,envmap_physical_pars_fragment:T5,envmap_vertex:m5,fog_vertex:g5,fog_pars_vertex:v5,fog_fragment:_5,fog_pars_fragment:x5,gradientmap_pars_fragment:y5,lightmap_pars_fragment:b5,lights_lambert_fragment:S5,lights_lambert_pars_fragment:M5,lights_pars_begin:w5,lights_toon_fragment:A5,lights_toon_pars_fragment:E5,lights_phong_fragment:C5,lights_phong_pars_fragment:R5,lights_physical_fragment:P5,lights_physical_pars_fragment:I5,lights_fragment_begin:D5,lights_fragment_maps:L5,lights_fragment_end:N5,lightprobes_pars_fragment:U5,logdepthbuf_fragment:F5,logdepthbuf_pars_fragment:O5,logdepthbuf_pars_vertex:k5,logdepthbuf_vertex:B5,map_fragment:z5,map_pars_fragment:H5,map_particle_fragment:G5,map_particle_pars_fragment:V5,metalnessmap_fragment:W5,metalnessmap_pars_fragment:q5,morphinstance_vertex:X5,morphcolor_vertex:Y5,morphnormal_vertex:Z5,morphtarget_pars_vertex:$5,morphtarget_vertex:J5,normal_fragment_begin:K5,normal_fragment_maps:j5,normal_pars_fragment:Q5,normal_pars_vertex:eM,normal_vertex:tM,normalmap_pars_fragment:nM,clearcoat_normal_fragment_begin:iM,clearcoat_normal_fragment_maps:rM,clearcoat_pars_fragment:sM,iridescence_pars_fragment:aM,opaque_fragment:oM,packing:lM,premultiplied_alpha_fragment:cM,project_vertex:uM,dithering_fragment:hM,dithering_pars_fragment:fM,roughnessmap_fragment:dM,roughnessmap_pars_fragment:pM,shadowmap_pars_fragment:mM,shadowmap_pars_vertex:gM,shadowmap_vertex:vM,shadowmask_pars_fragment:_M,skinbase_vertex:xM,skinning_pars_vertex:yM,skinning_vertex:bM,skinnormal_vertex:SM,specularmap_fragment:MM,specularmap_pars_fragment:wM,tonemapping_fragment:TM,tonemapping_pars_fragment:AM,transmission_fragment:EM,transmission_pars_fragment:CM,uv_pars_fragment:RM,uv_pars_vertex:PM,uv_vertex:IM,worldpos_vertex:DM,background_vert:LM,background_frag:NM,backgroundCube_vert:UM,backgroundCube_frag:FM,cube_vert:OM,cube_frag:kM,depth_vert:BM,depth_frag:zM,distance_vert:HM,distance_frag:GM,equirect_vert:VM,equirect_frag:WM,linedashed_vert:qM,linedashed_frag:XM,meshbasic_vert:YM,meshbasic_frag:ZM,meshlambert_vert:$M,meshlambert_frag:JM,meshmatcap_vert:KM,meshmatcap_frag:jM,meshnormal_vert:QM,meshnormal_frag:e6,meshphong_vert:t6,meshphong_frag:n6,meshphysical_vert:i6,meshphysical_frag:r6,meshtoon_vert:s6,meshtoon_frag:a6,points_vert:o6,points_frag:l6,shadow_vert:c6,shadow_frag:u6,sprite_vert:h6,sprite_frag:f6},ke={common:{diffuse:{value:new yt(16777215)},opacity:{value:1},map:{value:null},mapTransform:{value:new mt},alphaMap:{value:null},alphaMapTransform:{value:new mt},alphaTest:{value:0}},specularmap:{specularMap:{value:null},specularMapTransform:{value:new mt}},envmap:{envMap:{value:null},envMapRotation:{value:new mt},reflectivity:{value:1},ior:{value:1.5},refractionRatio:{value:.98},dfgLUT:{value:null}},aomap:{aoMap:{value:null},aoMapIntensity:{value:1},aoMapTransform:{value:new mt}},lightmap:{lightMap:{value:null},lightMapIntensity:{value:1},lightMapTransform:{value:new mt}},bumpmap:{bumpMap:{value:null},bumpMapTransform:{value:new mt},bumpScale:{value:1}},normalmap:{normalMap:{value:null},normalMapTransform:{value:new mt},normalScale:{value:new tt(1,1)}},displacementmap:{displacementMap:{value:null},displacementMapTransform:{value:new mt},displacementScale:{value:1},displacementBias:{value:0}},emissivemap:{emissiveMap:{value:null},emissiveMapTransform:{value:new mt}},metalnessmap:{metalnessMap:{value:null},metalnessMapTransform:{value:new mt}},roughnessmap:{roughnessMap:{value:null},roughnessMapTransform:{value:new mt}},gradientmap:{gradientMap:{value:null}},fog:{fogDensity:{value:25e-5},fogNear:{value:1},fogFar:{value:2e3},fogColor:{value:new yt(16777215)}},lights:{ambientLightColor:{value:[]},lightProbe:{value:[]},sunLights:{value:[],properties:{direction:{},color:{}}},sunLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},sunShadowMatrix:{value:[]},sunShadowCascade:{value:[]},directionalLights:{value:[],properties:{direction:{},color:{}}},directionalLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},directionalShadowMatrix:{value:[]},spotLights:{value:[],properties:{color:{},position:{},direction:{},distance:{},coneCos:{},penumbraCos:{},decay:{}}},spotLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},spotLightMap:{value:[]},spotLightMatrix:{value:[]},pointLights:{value:[],properties:{color:{},position:{},decay:{},distance:{}}},pointLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{},shadowCameraNear:{},shadowCameraFar:{}}},pointShadowMatrix:{value:[]},hemisphereLights:{value:[],properties:{direction:{},skyColor:{},groundColor:{}}},rectAreaLights:{value:[],properties:{color:{},position:{},width:{},height:{}}},ltc_1:{value:null},ltc_2:{value:null},probesSH:{value:[]},probesMin:{value:[]},probesMax:{value:[]},probesResolution:{value:[]}},points:{diffuse:{value:new yt(16777215)},opacity:{value:1},size:{value:1},scale:{value:1},map:{value:null},alphaMap:{value:null},alphaMapTransform:{value:new mt},alphaTest:{value:0},uvTransform:{value:new mt}},sprite:{diffuse:{value:new yt(16777215)},opacity:{value:1},center:{value:new tt(.5,.5)},rotation:{value:0},map:{value:null},mapTransform:{value:new mt},alphaMap:{value:null},alphaMapTransform:{value:new mt},alphaTest:{value:0}}},Vr={basic:{uniforms:di([ke.common,ke.specularmap,ke.envmap,ke.aomap,ke.lightmap,ke.fog]),vertexShader:Mt.meshbasic_vert,fragmentShader:Mt.meshbasic_frag},lambert:{uniforms:di([ke.common,ke.specularmap,ke.envmap,ke.aomap,ke.lightmap,ke.emissivemap,ke.bumpmap,ke.normalmap,ke.displacementmap,ke.fog,ke.lights,{emissive:{value:new yt(0)},envMapIntensity:{value:1}}]),vertexShader:Mt.meshlambert_vert,fragmentShader:Mt.meshlambert_frag},phong:{uniforms:di([ke.common,ke.specularmap,ke.envmap,ke.aomap,ke.lightmap,ke.emissivemap,ke.bumpmap,ke.normalmap,ke.displacementmap,ke.fog,ke.lights,{emissive:{value:new yt(0)},specular:{value:new yt(1118481)},shininess:{value:30},envMapIntensity:{value:1}}]),vertexShader:Mt.meshphong_vert,fragmentShader:Mt.meshphong_frag},standard:{uniforms:di([ke.common,ke.envmap,ke.aomap,ke.lightmap,ke.emissivemap,ke.bumpmap,ke.normalmap,ke.displacementmap,ke.roughnessmap,ke.metalnessmap,ke.fog,ke.lights,{emissive:{value:new yt(0)},roughness:{value:1},metalness:{value:0},envMapIntensity:{value:1}}]),vertexShader:Mt.meshphysical_vert,fragmentShader:Mt.meshphysical_frag},toon:{uniforms:di([ke.common,ke.aomap,ke.lightmap,ke.emissivemap,ke.bumpmap,ke.normalmap,ke.displacementmap,ke.gradientmap,ke.fog,ke.lights,{emissive:{value:new yt(0)}}]),vertexShader:Mt.meshtoon_vert,fragmentShader:Mt.meshtoon_frag},matcap:{uniforms:di([ke.common,ke.bumpmap,ke.normalmap,ke.displacementmap,ke.fog,{matcap:{value:null}}]),vertexShader:Mt.meshmatcap_vert,fragmentShader:Mt.meshmatcap_frag},points:{uniforms:di([ke.points,ke.fog]),vertexShader:Mt.points_vert,fragmentShader:Mt.points_frag},dashed:{uniforms:di([ke.common,ke.fog,{scale:{value:1},dashSize:{value:1},totalSize:{value:2}}]),vertexShader:Mt.linedashed_vert,fragmentShader:Mt.linedashed_frag},depth:{uniforms:di([ke.common,ke.displacementmap]),vertexShader:Mt.depth_vert,fragmentShader:Mt.depth_frag},normal:{uniforms:di([ke.common,ke.bumpmap,ke.normalmap,ke.displacementmap,{opacity:{value:1}}]),vertexShader:Mt.meshnormal_vert,fragmentShader:Mt.meshnormal_frag},sprite:{uniforms:di([ke.sprite,ke.fog]),vertexShader:Mt.sprite_vert,fragmentShader:Mt.sprite_frag},background:{uniforms:{uvTransform:{value:new mt},t2D:{value:null},backgroundIntensity:{value:1}},vertexShader:Mt.background_vert,fragmentShader:Mt.background_frag},backgroundCube:{uniforms:{envMap:{value:null},backgroundBlurriness:{value:0},backgroundIntensity:{value:1},backgroundRotation:{value:new mt}},vertexShader:Mt.backgroundCube_vert,fragmentShader:Mt.backgroundCube_frag},cube:{uniforms:{tCube:{value:null},tFlip:{value:-1},opacity:{value:1}},vertexShader:Mt.cube_vert,fragmentShader:Mt.cube_frag},equirect:{uniforms:{tEquirect:{value:null}},vertexShader:Mt.equirect_vert,fragmentShader:Mt.equirect_frag},distance:{uniforms:di([ke.common,ke.displacementmap,{referencePosition:{value:new j},nearDistance:{value:1},farDistance:{value:1e3}}]),vertexShader:Mt.distance_vert,fragmentShader:Mt.distance_frag},shadow:{uniforms:di([ke.lights,ke.fog,{color:{value:new yt(0)},opacity:{value:1}}]),vertexShader:Mt.shadow_vert,fragmentShader:Mt.shadow_frag}};Vr.physical={uniforms:di([Vr.standard.uniforms,{clearcoat:{value:0},clearcoatMap:{value:null},clearcoatMapTransform:{value:new mt},clearcoatNormalMap:{value:null},clearcoatNormalMapTransform:{value:new mt},clearcoatNormalScale:{value:new tt(1,1)},clearcoatRoughness:{value:0},clearcoatRoughnessMap:{value:null},clearcoatRoughnessMapTransform:{value:new mt},diffuseRoughness:{value:0},diffuseRoughnessMap:{value:null},diffuseRoughnessMapTransform:{value:new mt},dispersion:{value:0},retroreflectivity:{value:0},iridescence:{value:0},iridescenceMap:{value:null},iridescenceMapTransform:{value:new mt},iridescenceIOR:{value:1.3},iridescenceThicknessMinimum:{value:100},iridescenceThicknessMaximum:{value:400},iridescenceThicknessMap:{value:null},iridescenceThicknessMapTransform:{value:new mt},sheen:{value:0},sheenColor:{value:new yt(0)},sheenColorMap:{value:null},sheenColorMapTransform:{value:new mt},sheenRoughness:{value:1},sheenRoughnessMap:{value:null},sheenRoughnessMapTransform:{value:new mt},transmission:{value:0},transmissionMap:{value:null},transmissionMapTransform:{value:new mt},transmissionSamplerSize:{value:new tt},transmissionSamplerMap:{value:null},thickness:{value:0},thicknessMap:{value:null},thicknessMapTransform:{value:new mt},attenuationDistance:{value:0},attenuationColor:{value:new yt(0)},specularColor:{value:new yt(1,1,1)},specularColorMap:{value:null},specularColorMapTransform:{value:new mt},specularIntensity:{value:1},specularIntensityMap:{value:null},specularIntensityMapTransform:{value:new mt},anisotropyVector:{value:new tt},anisotropyMap:{value:null},anisotropyMapTransform:{value:new mt}}]),vertexShader:Mt.meshphysical_vert,fragmentShader:Mt.meshphysical_frag};var xh={r:0,b:0,g:0},d6=new Zt,Ix=new mt;Ix.set(-1,0,0,0,1,0,0,0,1);function p6(n,e,t,i,r,s){let a=new yt(0),o=r===!0?0:1,l,c,u=null,h=0,f=null;function d(y){let P=y.isScene===!0?y.background:null;if(P&&P.isTexture){let M=y.backgroundBlurriness>0;P=e.get(P,M)}return P}function v(y){let P=!1,M=d(y);M===null?g(a,o):M&&M.isColor&&(g(M,1),P=!0);let D=n.xr.getEnvironmentBlendMode();D==="additive"?t.buffers.color.setClear(0,0,0,1,s):D==="alpha-blend"&&t.buffers.color.setClear(0,0,0,0,s),(n.autoClear||P)&&(t.buffers.depth.setTest(!0),t.buffers.depth.setMask(!0),t.buffers.color.setMask(!0),n.clear(n.autoClearColor,n.autoClearDepth,n.autoClearStencil))}function b(y,P){let M=d(P);M&&M.isCubeTexture?(c===void 0&&(c=new Xi(new qs(1,1,1),new _r({name:"BackgroundCubeMaterial",uniforms:Ta(Vr.backgroundCube.uniforms),vertexShader:Vr.backgroundCube.vertexShader,fragmentShader:Vr.backgroundCube.fragmentShader,side:Ai,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),c.geometry.deleteAttribute("normal"),c.geometry.deleteAttribute("uv"),c.onBeforeRender=function(D,R,x){this.matrixWorld.copyPosition(x.matrixWorld)},Object.defineProperty(c.material,"envMap",{get:function(){return this.uniforms.envMap.value}}),i.update(c)),c.material.uniforms.envMap.value=M,c.material.uniforms.backgroundBlurriness.value=P.backgroundBlurriness,c.material.uniforms.backgroundIntensity.value=P.backgroundIntensity,c.material.uniforms.backgroundRotation.value.setFromMatrix4(d6.makeRotationFromEuler(P.backgroundRotation)).transpose(),M.isRenderTargetTexture===!1&&c.material.uniforms.backgroundRotation.value.premultiply(Ix),c.material.toneMapped=Dt.getTransfer(M.colorSpace)!==Yt,(u!==M||h!==M.version||f!==n.toneMapping)&&(c.material.needsUpdate=!0,u=M,h=M.version,f=n.toneMapping),c.layers.enableAll(),y.unshift(c,c.geometry,c.material,0,0,null)):M&&M.isTexture&&(l===void 0&&(l=new Xi(new pu(2,2),new _r({name:"BackgroundMaterial",uniforms:Ta(Vr.background.uniforms),vertexShader:Vr.background.vertexShader,fragmentShader:Vr.background.fragmentShader,side:Ks,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),l.geometry.deleteAttribute("normal"),Object.defineProperty(l.material,"map",{get:function(){return this.uniforms.t2D.value}}),i.update(l)),l.material.uniforms.t2D.value=M,l.material.uniforms.backgroundIntensity.value=P.backgroundIntensity,l.material.toneMapped=Dt.getTransfer(M.colorSpace)!==Yt,M.matrixAutoUpdate===!0&&M.updateMatrix(),l.material.uniforms.uvTransform.value.copy(M.matrix),(u!==M||h!==M.version||f!==n.toneMapping)&&(l.material.needsUpdate=!0,u=M,h=M.version,f=n.toneMapping),l.layers.enableAll(),y.unshift(l,l.geometry,l.material,0,0,null))}function g(y,P){y.getRGB(xh,Rp(n)),t.buffers.color.setClear(xh.r,xh.g,xh.b,P,s)}function m(){c!==void 0&&(c.geometry.dispose(),c.material.dispose(),c=void 0),l!==void 0&&(l.geometry.dispose(),l.material.dispose(),l=void 0)}return{getClearColor:function(){return a},setClearColor:function(y,P=1){a.set(y),o=P,g(a,o)},getClearAlpha:function(){return o},setClearAlpha:function(y){o=y,g(a,o)},render:v,addToRenderList:b,dispose:m}}function m6(n,e){let t=n.getParameter(n.MAX_VERTEX_ATTRIBS),i={},r=f(null),s=r,a=!1;function o(U,W,J,O,X){let te=!1,Y=h(U,O,J,W);s!==Y&&(s=Y,c(s.object)),te=d(U,O,J,X),te&&v(U,O,J,X),X!==null&&e.update(X,n.ELEMENT_ARRAY_BUFFER),(te||a)&&(a=!1,M(U,W,J,O),X!==null&&n.bindBuffer(n.ELEMENT_ARRAY_BUFFER,e.get(X).buffer))}function l(){return n.createVertexArray()}function c(U){return n.bindVertexArray(U)}function u(U){return n.deleteVertexArray(U)}function h(U,W,J,O){let X=O.wireframe===!0,te=i[W.id];te===void 0&&(te={},i[W.id]=te);let Y=U.isInstancedMesh===!0?U.id:0,de=te[Y];de===void 0&&(de={},te[Y]=de);let ie=de[J.id];ie===void 0&&(ie={},de[J.id]=ie);let re=ie[X];return re===void 0&&(re=f(l()),ie[X]=re),re}function f(U){let W=[],J=[],O=[];for(let X=0;X<t;X++)W[X]=0,J[X]=0,O[X]=0;return{geometry:null,program:null,wireframe:!1,newAttributes:W,enabledAttributes:J,attributeDivisors:O,object:U,attributes:{},index:null}}function d(U,W,J,O){let X=s.attributes,te=W.attributes,Y=0,de=J.getAttributes();for(let ie in de)if(de[ie].location>=0){let le=X[ie],_e=te[ie];if(_e===void 0&&(ie==="instanceMatrix"&&U.instanceMatrix&&(_e=U.instanceMatrix),ie==="instanceColor"&&U.instanceColor&&(_e=U.instanceColor)),le===void 0||le.attribute!==_e||_e&&le.data!==_e.data)return!0;Y++}return s.attributesNum!==Y||s.index!==O}function v(U,W,J,O){let X={},te=W.attributes,Y=0,de=J.getAttributes();for(let ie in de)if(de[ie].location>=0){let le=te[ie];le===void 0&&(ie==="instanceMatrix"&&U.instanceMatrix&&(le=U.instanceMatrix),ie==="instanceColor"&&U.instanceColor&&(le=U.instanceColor));let _e={};_e.attribute=le,le&&le.data&&(_e.data=le.data),X[ie]=_e,Y++}s.attributes=X,s.attributesNum=Y,s.index=O}function b(){let U=s.newAttributes;for(let W=0,J=U.length;W<J;W++)U[W]=0}function g(U){m(U,0)}function m(U,W){let J=s.newAttributes,O=s.enabledAttributes,X=s.attributeDivisors;J[U]=1,O[U]===0&&(n.enableVertexAttribArray(U),O[U]=1),X[U]!==W&&(n.vertexAttribDivisor(U,W),X[U]=W)}function y(){let U=s.newAttributes,W=s.enabledAttributes;for(let J=0,O=W.length;J<O;J++)W[J]!==U[J]&&(n.disableVertexAttribArray(J),W[J]=0)}function P(U,W,J,O,X,te,Y){Y===!0?n.vertexAttribIPointer(U,W,J,X,te):n.vertexAttribPointer(U,W,J,O,X,te)}function M(U,W,J,O){b();let X=O.attributes,te=J.getAttributes(),Y=W.defaultAttributeValues;for(let de in te){let ie=te[de];if(ie.location>=0){let re=X[de];if(re===void 0&&(de==="instanceMatrix"&&U.instanceMatrix&&(re=U.instanceMatrix),de==="instanceColor"&&U.instanceColor&&(re=U.instanceColor)),re!==void 0){let le=re.normalized,_e=re.itemSize,pe=e.get(re);if(pe===void 0)continue;let $e=pe.buffer,gt=pe.type,et=pe.bytesPerElement,qe=gt===n.INT||gt===n.UNSIGNED_INT||re.gpuType===Fu;if(re.isInterleavedBufferAttribute){let He=re.data,at=He.isInterleavedBuffer===!0?He.stride:He.itemSize,dt=re.offset;if(He.isInstancedInterleavedBuffer||He.isInstancedBufferAttribute){for(let vt=0;vt<ie.locationSize;vt++)m(ie.location+vt,He.meshPerAttribute);U.isInstancedMesh!==!0&&O._maxInstanceCount===void 0&&(O._maxInstanceCount=He.meshPerAttribute*He.count)}else for(let vt=0;vt<ie.locationSize;vt++)g(ie.location+vt);n.bindBuffer(n.ARRAY_BUFFER,$e);for(let vt=0;vt<ie.locationSize;vt++)P(ie.location+vt,_e/ie.locationSize,gt,le,at*et,(dt+_e/ie.locationSize*vt)*et,qe)}else{if(re.isInstancedBufferAttribute){for(let He=0;He<ie.locationSize;He++)m(ie.location+He,re.meshPerAttribute);U.isInstancedMesh!==!0&&O._maxInstanceCount===void 0&&(O._maxInstanceCount=re.meshPerAttribute*re.count)}else for(let He=0;He<ie.locationSize;He++)g(ie.location+He);n.bindBuffer(n.ARRAY_BUFFER,$e);for(let He=0;He<ie.locationSize;He++)P(ie.location+He,_e/ie.locationSize,gt,le,_e*et,_e/ie.locationSize*He*et,qe)}}else if(Y!==void 0){let le=Y[de];if(le!==void 0)switch(le.length){case 2:n.vertexAttrib2fv(ie.location,le);break;case 3:n.vertexAttrib3fv(ie.location,le);break;case 4:n.vertexAttrib4fv(ie.location,le);break;default:n.vertexAttrib1fv(ie.location,le)}}}}y()}function D(){H();for(let U in i){let W=i[U];for(let J in W){let O=W[J];for(let X in O){let te=O[X];for(let Y in te)u(te[Y].object),delete te[Y];delete O[X]}}delete i[U]}}function R(U){if(i[U.id]===void 0)return;let W=i[U.id];for(let J in W){let O=W[J];for(let X in O){let te=O[X];for(let Y in te)u(te[Y].object),delete te[Y];delete O[X]}}delete i[U.id]}function x(U){for(let W in i){let J=i[W];for(let O in J){let X=J[O];if(X[U.id]===void 0)continue;let te=X[U.id];for(let Y in te)u(te[Y].object),delete te[Y];delete X[U.id]}}}function A(U){for(let W in i){let J=i[W],O=U.isInstancedMesh===!0?U.id:0,X=J[O];if(X!==void 0){for(let te in X){let Y=X[te];for(let de in Y)u(Y[de].object),delete Y[de];delete X[te]}delete J[O],Object.keys(J).length===0&&delete i[W]}}}function H(){F(),a=!0,s!==r&&(s=r,c(s.object))}function F(){r.geometry=null,r.program=null,r.wireframe=!1}return{setup:o,reset:H,resetDefaultState:F,dispose:D,releaseStatesOfGeometry:R,releaseStatesOfObject:A,releaseStatesOfProgram:x,initAttributes:b,enableAttribute:g,disableUnusedAttributes:y}}function g6(n,e,t){let i;function r(l){i=l}function s(l,c){n.drawArrays(i,l,c),t.update(c,i,1)}function a(l,c,u){u!==0&&(n.drawArraysInstanced(i,l,c,u),t.update(c,i,u))}function o(l,c,u){if(u===0)return;e.get("WEBGL_multi_draw").multiDrawArraysWEBGL(i,l,0,c,0,u);let f=0;for(let d=0;d<u;d++)f+=c[d];t.update(f,i,1)}this.setMode=r,this.render=s,this.renderInstances=a,this.renderMultiDraw=o}function v6(n,e,t,i){let r;function s(){if(r!==void 0)return r;if(e.has("EXT_texture_filter_anisotropic")===!0){let x=e.get("EXT_texture_filter_anisotropic");r=n.getParameter(x.MAX_TEXTURE_MAX_ANISOTROPY_EXT)}else r=0;return r}function a(x){return!(x!==ds&&i.convert(x)!==n.getParameter(n.IMPLEMENTATION_COLOR_READ_FORMAT))}function o(x){let A=x===xr&&(e.has("EXT_color_buffer_half_float")||e.has("EXT_color_buffer_float"));return!(x!==ir&&x!==rr&&!A&&i.convert(x)!==n.getParameter(n.IMPLEMENTATION_COLOR_READ_TYPE))}function l(x){if(x==="highp"){if(n.getShaderPrecisionFormat(n.VERTEX_SHADER,n.HIGH_FLOAT).precision>0&&n.getShaderPrecisionFormat(n.FRAGMENT_SHADER,n.HIGH_FLOAT).precision>0)return"highp";x="mediump"}return x==="mediump"&&n.getShaderPrecisionFormat(n.VERTEX_SHADER,n.MEDIUM_FLOAT).precision>0&&n.getShaderPrecisionFormat(n.FRAGMENT_SHADER,n.MEDIUM_FLOAT).precision>0?"mediump":"lowp"}let c=t.precision!==void 0?t.precision:"highp",u=l(c);u!==c&&(st("WebGLRenderer:",c,"not supported, using",u,"instead."),c=u);let h=t.reversedDepthBuffer===!0&&e.has("EXT_clip_control"),f=t.logarithmicDepthBuffer===!0&&h===!1;t.reversedDepthBuffer===!0&&h===!1&&st("WebGLRenderer: Unable to use reversed depth buffer due to missing EXT_clip_control extension. Fallback to default depth buffer."),t.logarithmicDepthBuffer===!0&&h===!0&&st("WebGLRenderer: Logarithmic depth buffer is ignored when reversed depth buffer is enabled.");let d=n.getParameter(n.MAX_TEXTURE_IMAGE_UNITS),v=n.getParameter(n.MAX_VERTEX_TEXTURE_IMAGE_UNITS),b=n.getParameter(n.MAX_TEXTURE_SIZE),g=n.getParameter(n.MAX_CUBE_MAP_TEXTURE_SIZE),m=n.getParameter(n.MAX_VERTEX_ATTRIBS),y=n.getParameter(n.MAX_VERTEX_UNIFORM_VECTORS),P=n.getParameter(n.MAX_VARYING_VECTORS),M=n.getParameter(n.MAX_FRAGMENT_UNIFORM_VECTORS),D=n.getParameter(n.MAX_SAMPLES),R=n.getParameter(n.SAMPLES);return{isWebGL2:!0,getMaxAnisotropy:s,getMaxPrecision:l,textureFormatReadable:a,textureTypeReadable:o,precision:c,logarithmicDepthBuffer:f,reversedDepthBuffer:h,maxTextures:d,maxVertexTextures:v,maxTextureSize:b,maxCubemapSize:g,maxAttributes:m,maxVertexUniforms:y,maxVaryings:P,maxFragmentUniforms:M,maxSamples:D,samples:R}}function _6(n){let e=this,t=null,i=0,r=!1,s=!1,a=new Vi,o=new mt,l={value:null,needsUpdate:!1};this.uniform=l,this.numPlanes=0,this.numIntersection=0,this.init=function(h,f){let d=h.length!==0||f||i!==0||r;return r=f,i=h.length,d},this.beginShadows=function(){s=!0,u(null)},this.endShadows=function(){s=!1},this.setGlobalState=function(h,f){t=u(h,f,0)},this.setState=function(h,f,d){let v=h.clippingPlanes,b=h.clipIntersection,g=h.clipShadows,m=n.get(h);if(!r||v===null||v.length===0||s&&!g)s?u(null):c();else{let y=s?0:i,P=y*4,M=m.clippingState||null;l.value=M,M=u(v,f,P,d);for(let D=0;D!==P;++D)M[D]=t[D];m.clippingState=M,this.numIntersection=b?this.numPlanes:0,this.numPlanes+=y}};function c(){l.value!==t&&(l.value=t,l.needsUpdate=i>0),e.numPlanes=i,e.numIntersection=0}function u(h,f,d,v){let b=h!==null?h.length:0,g=null;if(b!==0){if(g=l.value,v!==!0||g===null){let m=d+b*4,y=f.matrixWorldInverse;o.getNormalMatrix(y),(g===null||g.length<m)&&(g=new Float32Array(m));for(let P=0,M=d;P!==b;++P,M+=4)a.copy(h[P]).applyMatrix4(y,o),a.normal.toArray(g,M),g[M+3]=a.constant}l.value=g,l.needsUpdate=!0}return e.numPlanes=b,e.numIntersection=0,g}}var vc=class extends vr{constructor(e=1,t={}){super(e,e,t),this.isWebGLCubeRenderTarget=!0;let i={width:e,height:e,depth:1},r=[i,i,i,i,i,i];this.texture=new Wl(r),this._setTextureOptions(t),this.texture.isRenderTargetTexture=!0}fromEquirectangularTexture(e,t){this.texture.type=t.type,this.texture.colorSpace=t.colorSpace,this.texture.generateMipmaps=t.generateMipmaps,this.texture.minFilter=t.minFilter,this.texture.magFilter=t.magFilter;let i={uniforms:{tEquirect:{value:null}},vertexShader:`

				varying vec3 vWorldDirection;

				vec3 transformDirection( in vec3 dir, in mat4 matrix ) {

					return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );

				}

				void main() {

					vWorldDirection = transformDirection( position, modelMatrix );

					#include <begin_vertex>
					#include <project_vertex>

				}
			`,fragmentShader:`

				uniform sampler2D tEquirect;

				varying vec3 vWorldDirection;

				#include <common>

				void main() {

					vec3 direction = normalize( vWorldDirection );

					vec2 sampleUV = equirectUv( direction );

					gl_FragColor = texture2D( tEquirect, sampleUV );

				}
			`},r=new qs(5,5,5),s=new _r({name:"CubemapFromEquirect",uniforms:Ta(i.uniforms),vertexShader:i.vertexShader,fragmentShader:i.fragmentShader,side:Ai,blending:Sa});s.uniforms.tEquirect.value=t;let a=new Xi(r,s),o=t.minFilter;return t.minFilter===fs&&(t.minFilter=wi),new Ro(1,10,this).update(e,a),t.minFilter=o,a.geometry.dispose(),a.material.dispose(),this}clear(e,t=!0,i=!0,r=!0){let s=e.getRenderTarget();for(let a=0;a<6;a++)e.setRenderTarget(this,a),e.clear(t,i,r);e.setRenderTarget(s)}},ux=256,x6=3,y6=20,Dx=256,Lx=16,b6=3,S6=new j,M6=new yt,bh=class n{constructor(e){this._renderer=e,this._cubeSize=0,this._sourceTarget=null,this._cubeCamera=new Ro(1,10,null),this._boxMesh=new Xi(new qs(5,5,5),null),this._cubemapMaterial=null,this._equirectMaterial=null,this._blurMaterial=null,this._ggxMaterial=null,this._integrationMaterial=null}fromScene(e,t=0,i=.1,r=100,s={}){let{size:a=256,position:o=S6}=s,l=this._renderer;this._setSize(a);let c=this._allocateTarget(),u=this._getSourceTarget(!0);t>0&&(u.texture.mipmapsAutoUpdate=!1);let h=l.autoClear,f=l.autoClearColor,d=l.autoClearDepth,v=l.autoClearStencil,b=e.background;l.autoClear=!0,l.autoClearColor=!0,l.autoClearDepth=!0,l.autoClearStencil=!0,b===null&&(e.background=l.getClearColor(M6));let g=new Ro(i,r,u);return g.position.copy(o),g.update(l,e),l.autoClear=h,l.autoClearColor=f,l.autoClearDepth=d,l.autoClearStencil=v,e.background=b,t>0&&(u.texture.mipmapsAutoUpdate=!0,this._blur(c,t)),this._applyPMREM(c),c}fromEquirectangular(e,t=null){return this._fromTexture(e,t)}fromCubemap(e,t=null){return this._fromTexture(e,t)}compileCubemapShader(){this._cubemapMaterial===null&&(this._cubemapMaterial=dx(),this._compileMaterial(this._cubemapMaterial))}compileEquirectangularShader(){this._equirectMaterial===null&&(this._equirectMaterial=fx(),this._compileMaterial(this._equirectMaterial))}dispose(){this._sourceTarget!==null&&this._sourceTarget.dispose(),this._cubemapMaterial!==null&&this._cubemapMaterial.dispose(),this._equirectMaterial!==null&&this._equirectMaterial.dispose(),this._blurMaterial!==null&&this._blurMaterial.dispose(),this._ggxMaterial!==null&&this._ggxMaterial.dispose(),this._integrationMaterial!==null&&this._integrationMaterial.dispose(),this._boxMesh.geometry.dispose()}static lodToRoughness(e,t){return t>0?1-Math.sqrt(1-e/t):0}_setSize(e){this._cubeSize=Math.max(ux,Ap(e))}_fromTexture(e,t){e.mapping===wa||e.mapping===Lo?this._setSize(e.image.length===0?ux:e.image[0].width||e.image[0].image.width):this._setSize(e.image.width/4);let i=t||this._allocateTarget();return this._textureToCubemap(e),this._applyPMREM(i),i}_allocateTarget(){let e=this._cubeSize,t=hx(e,!1,!1),i=Math.log2(e)-x6;for(let r=0;r<=i;r++)t.texture.mipmaps.push({width:e>>r,height:e>>r});return t.texture.name="PMREM",t.texture.isPMREMTexture=!0,t}_getSourceTarget(e=!1){let t=this._cubeSize,i=this._sourceTarget;return(i===null||i.width!==t||e&&i.depthBuffer===!1)&&(i!==null&&i.dispose(),this._sourceTarget=hx(t,!0,e)),this._sourceTarget}_compileMaterial(e){this._boxMesh.material=e,this._renderer.compile(this._boxMesh,this._cubeCamera.children[0])}_renderCube(e,t,i){let r=this._boxMesh,s=this._cubeCamera;r.material=i,s.renderTarget=e,s.activeMipmapLevel=t;let a=e.width>>t;e.viewport.set(0,0,a,a),s.update(this._renderer,r),e.viewport.set(0,0,e.width,e.height)}_textureToCubemap(e){let t;e.mapping===wa||e.mapping===Lo?(this._cubemapMaterial===null&&(this._cubemapMaterial=dx()),t=this._cubemapMaterial,t.uniforms.flipEnvMap.value=e.isRenderTargetTexture===!1?-1:1):(this._equirectMaterial===null&&(this._equirectMaterial=fx()),t=this._equirectMaterial),t.uniforms.envMap.value=e,this._renderCube(this._getSourceTarget(),0,t)}_applyPMREM(e){this._ggxMaterial===null&&(this._ggxMaterial=w6(),this._integrationMaterial=T6());let t=this._cubeSize,i=e.texture.mipmaps.length-1,r=this._ggxMaterial.uniforms;r.envMap.value=this._sourceTarget.texture;let s=this._integrationMaterial.uniforms;s.envMap.value=this._sourceTarget.texture,s.sourceLod.value=Math.log2(t/Lx);for(let a=0;a<=i;a++){let o=n.lodToRoughness(a,i);if(a>i-b6)s.roughness.value=o,this._renderCube(e,a,this._integrationMaterial);else{let l=o>0?Math.log2(t)+.5*Math.log2(6/(Dx*Math.pow(o,4)))+.5:0;r.roughness.value=o,r.lodBias.value=l,this._renderCube(e,a,this._ggxMaterial)}}}_blur(e,t){this._blurMaterial===null&&(this._blurMaterial=A6());let i=this._blurMaterial,r=i.uniforms,s=this._sourceTarget;r.sigma.value=Math.min(t,Math.PI)/Math.SQRT2,r.envMap.value=s.texture,this._renderCube(e,0,i),r.envMap.value=e.texture,this._renderCube(s,0,i)}};function hx(n,e,t){return new vc(n,{minFilter:fs,generateMipmaps:e,type:xr,colorSpace:Dl,depthBuffer:t})}function _c(n,e,t){return new _r({name:n,uniforms:e,vertexShader:Mt.cube_vert,fragmentShader:t,side:Ai,blending:Sa,depthTest:!1,depthWrite:!1})}function w6(){return _c("PMREMGGXConvolution",{envMap:{value:null},roughness:{value:0},lodBias:{value:0}},`

		#define GGX_SAMPLES ${Dx}u

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float lodBias;

		#include <common>

		// Van der Corput radical inverse
		float radicalInverse_VdC( uint bits ) {

			bits = ( bits << 16u ) | ( bits >> 16u );
			bits = ( ( bits & 0x55555555u ) << 1u ) | ( ( bits & 0xAAAAAAAAu ) >> 1u );
			bits = ( ( bits & 0x33333333u ) << 2u ) | ( ( bits & 0xCCCCCCCCu ) >> 2u );
			bits = ( ( bits & 0x0F0F0F0Fu ) << 4u ) | ( ( bits & 0xF0F0F0F0u ) >> 4u );
			bits = ( ( bits & 0x00FF00FFu ) << 8u ) | ( ( bits & 0xFF00FF00u ) >> 8u );
			return float( bits ) * 2.3283064365386963e-10; // / 0x100000000

		}

		// Hammersley sequence
		vec2 hammersley( uint i, uint N ) {

			return vec2( float( i ) / float( N ), radicalInverse_VdC( i ) );

		}

		void main() {

			vec3 N = normalize( vWorldDirection );

			// For very low roughness, just sample the environment directly
			if ( roughness < 0.001 ) {

				gl_FragColor = vec4( textureLod( envMap, N, 0.0 ).rgb, 1.0 );
				return;

			}

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			// Tangent space basis for VNDF sampling
			vec3 up = abs( N.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, N ) );
			vec3 bitangent = cross( N, tangent );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			for ( uint i = 0u; i < GGX_SAMPLES; i ++ ) {

				vec2 Xi = hammersley( i, GGX_SAMPLES );

				// With V = N, sample the reflected direction directly.
				float invQ = 1.0 / ( 1.0 - Xi.x + alpha2 * Xi.x );
				float NdotL = ( 1.0 - Xi.x - alpha2 * Xi.x ) * invQ;

				if ( NdotL > 0.0 ) {

					float phi = 2.0 * PI * Xi.y;
					float sinTheta = 2.0 * alpha * sqrt( Xi.x * ( 1.0 - Xi.x ) ) * invQ;
					vec3 L = N * NdotL + ( tangent * cos( phi ) + bitangent * sin( phi ) ) * sinTheta;

					// Match the source mip to the sample's solid angle. The terms
					// independent of the sample are precomputed in lodBias.
					float d = alpha2 * invQ;
					float lod = max( log2( d ) + lodBias, 0.0 );

					// Weight by NdotL for the split-sum approximation
					prefilteredColor += textureLod( envMap, L, lod ).rgb * NdotL;
					totalWeight += NdotL;

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function T6(){return _c("PMREMGGXIntegration",{envMap:{value:null},roughness:{value:0},sourceLod:{value:0},sourceSize:{value:Lx}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float sourceLod;
		uniform int sourceSize;

		void main() {

			vec3 N = normalize( vWorldDirection );

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			float texelSize = 2.0 / float( sourceSize );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			// Pair opposite texels: only the one in N's hemisphere contributes.
			for ( int face = 0; face < 3; face ++ ) {

				for ( int y = 0; y < sourceSize; y ++ ) {

					for ( int x = 0; x < sourceSize; x ++ ) {

						vec2 uv = ( vec2( x, y ) + 0.5 ) * texelSize - 1.0;
						vec3 texelDirection = face == 0 ? vec3( 1.0, uv ) : ( face == 1 ? vec3( uv.x, 1.0, uv.y ) : vec3( uv, 1.0 ) );

						float invDistance = inversesqrt( 1.0 + dot( uv, uv ) );
						float NdotL = dot( N, texelDirection );
						texelDirection *= NdotL < 0.0 ? - 1.0 : 1.0;
						NdotL = abs( NdotL ) * invDistance;

						// With V = N, NdotH squared is ( 1 + NdotL ) / 2. Common factors
						// in the GGX distribution and texel solid angle cancel when normalized.
						float d = 1.0 + alpha2 + ( alpha2 - 1.0 ) * NdotL;
						float weight = NdotL * invDistance * invDistance * invDistance / ( d * d );

						prefilteredColor += textureLod( envMap, texelDirection, sourceLod ).rgb * weight;
						totalWeight += weight;

					}

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function A6(){return _c("PMREMSphericalGaussianBlur",{envMap:{value:null},sigma:{value:0}},`

		#define SAMPLES ${y6}
		#define GOLDEN_ANGLE 2.39996322973

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float sigma;

		#include <common>

		void main() {

			vec3 outputDirection = normalize( vWorldDirection );

			vec3 up = abs( outputDirection.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, outputDirection ) );
			vec3 bitangent = cross( outputDirection, tangent );

			// Truncate the kernel at three standard deviations or at the antipode.
			float thetaMax = min( 3.0 * sigma, PI );
			float truncation = 1.0 - exp( - 0.5 * thetaMax * thetaMax / ( sigma * sigma ) );

			vec3 accumColor = vec3( 0.0 );
			float accumWeight = 0.0;

			for ( int i = 0; i < SAMPLES; i ++ ) {

				// Stratified inverse-CDF sampling of the Gaussian, placed on a golden-angle spiral.
				float stratum = ( float( i ) + 0.5 ) / float( SAMPLES );
				float theta = sigma * sqrt( - 2.0 * log( 1.0 - stratum * truncation ) );
				float phi = float( i ) * GOLDEN_ANGLE;

				vec3 offset = cos( phi ) * tangent + sin( phi ) * bitangent;
				vec3 sampleDirection = cos( theta ) * outputDirection + sin( theta ) * offset;

				// Correct the planar sample density to solid angle.
				float weight = sin( theta ) / theta;

				accumColor += weight * textureLod( envMap, sampleDirection, 0.0 ).rgb;
				accumWeight += weight;

			}

			gl_FragColor = vec4( accumColor / accumWeight, 1.0 );

		}
	`)}function fx(){return _c("PMREMEquirectangularToCubemap",{envMap:{value:null}},`

		varying vec3 vWorldDirection;

		uniform sampler2D envMap;

		#include <common>

		void main() {

			// Average four subpixel samples to preserve small, bright features.
			vec3 direction = normalize( vWorldDirection );
			vec3 dx = dFdx( direction ) * 0.25;
			vec3 dy = dFdy( direction ) * 0.25;

			vec3 color = textureLod( envMap, equirectUv( normalize( direction - dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction - dx + dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx + dy ) ), 0.0 ).rgb;
			gl_FragColor = vec4( color * 0.25, 1.0 );

		}
	`)}function dx(){return _c("PMREMCubemapToCubemap",{envMap:{value:null},flipEnvMap:{value:-1}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float flipEnvMap;

		void main() {

			gl_FragColor = vec4( textureCube( envMap, vec3( flipEnvMap * vWorldDirection.x, vWorldDirection.yz ) ).rgb, 1.0 );

		}
	`)}function E6(n){let e=new WeakMap,t=new WeakMap,i=null;function r(f,d=!1){return f==null?null:d?a(f):s(f)}function s(f){if(f&&f.isTexture){let d=f.mapping;if(d===Lu||d===Nu)if(e.has(f)){let v=e.get(f).texture;return o(v,f.mapping)}else{let v=f.image;if(v&&v.height>0){let b=new vc(v.height);return b.fromEquirectangularTexture(n,f),e.set(f,b),f.addEventListener("dispose",c),o(b.texture,f.mapping)}else return null}}return f}function a(f){if(f&&f.isTexture&&f.isPMREMTexture!==!0){let d=f.mapping,v=d===Lu||d===Nu,b=d===wa||d===Lo;if(v||b){let g=t.get(f),m=g!==void 0?g.texture.pmremVersion:0;if(f.isRenderTargetTexture&&f.pmremVersion!==m)return i===null&&(i=new bh(n)),g=v?i.fromEquirectangular(f,g):i.fromCubemap(f,g),g.texture.pmremVersion=f.pmremVersion,t.set(f,g),g.texture;if(g!==void 0)return g.texture;{let y=f.image;return v&&y&&y.height>0||b&&y&&l(y)?(i===null&&(i=new bh(n)),g=v?i.fromEquirectangular(f):i.fromCubemap(f),g.texture.pmremVersion=f.pmremVersion,t.set(f,g),f.addEventListener("dispose",u),g.texture):null}}}return f}function o(f,d){return d===Lu?f.mapping=wa:d===Nu&&(f.mapping=Lo),f}function l(f){let d=0,v=6;for(let b=0;b<v;b++)f[b]!==void 0&&d++;return d===v}function c(f){let d=f.target;d.removeEventListener("dispose",c);let v=e.get(d);v!==void 0&&(e.delete(d),v.dispose())}function u(f){let d=f.target;d.removeEventListener("dispose",u);let v=t.get(d);v!==void 0&&(t.delete(d),v.dispose())}function h(){e=new WeakMap,t=new WeakMap,i!==null&&(i.dispose(),i=null)}return{get:r,dispose:h}}function C6(n){let e={};function t(i){if(e[i]!==void 0)return e[i];let r=n.getExtension(i);return e[i]=r,r}return{has:function(i){return t(i)!==null},init:function(){t("EXT_color_buffer_float"),t("WEBGL_clip_cull_distance"),t("OES_texture_float_linear"),t("EXT_color_buffer_half_float"),t("WEBGL_multisampled_render_to_texture"),t("WEBGL_render_shared_exponent")},get:function(i){let r=t(i);return r===null&&Cl("WebGLRenderer: "+i+" extension not supported."),r}}}function R6(n,e,t,i){let r={},s=new WeakMap,a=new FinalizationRegistry(v=>delete r[v]);function o(v){l(v.target)}function l(v){v.index!==null&&e.remove(v.index);for(let g in v.attributes)e.remove(v.attributes[g]);v.removeEventListener("dispose",o),delete r[v.id],a.unregister(v);let b=s.get(v);b&&(e.remove(b),s.delete(v)),i.releaseStatesOfGeometry(v),v.isInstancedBufferGeometry===!0&&delete v._maxInstanceCount,t.memory.geometries--}function c(v,b){return r[b.id]!==void 0||(b.addEventListener("dispose",o),r[b.id]=new WeakRef(b),a.register(b,b.id,b),t.memory.geometries++),b}function u(v){let b=v.attributes;for(let g in b)e.update(b[g],n.ARRAY_BUFFER)}function h(v){let b=v.index,g=v.attributes.position,m=0;if(g===void 0)return;let y=b!==null?b.array.length:g.array.length/3-1,P=g.count>=65535?zl:Bl,M=new P(Math.ceil(y/3)*6,1),D=M.array;if(b!==null){let x=b.array;m=b.version;for(let A=0,H=0;A<y;A+=3){let F=x[A+0],U=x[A+1],W=x[A+2];D[H++]=F,D[H++]=U,D[H++]=U,D[H++]=W,D[H++]=W,D[H++]=F}}else{m=g.version;for(let x=0,A=0;x<y;x+=3){let H=x+0,F=x+1,U=x+2;D[A++]=H,D[A++]=F,D[A++]=F,D[A++]=U,D[A++]=U,D[A++]=H}}M.version=m;let R=s.get(v);R&&e.remove(R),s.set(v,M)}function f(v){let b=s.get(v);if(b){let g=v.index;g!==null&&b.version<g.version&&h(v)}else h(v);return s.get(v)}function d(){for(let v in r){let b=r[v].deref();b!==void 0&&l(b)}}return{get:c,update:u,getWireframeAttribute:f,dispose:d}}function P6(n,e,t){let i;function r(h){i=h}let s,a;function o(h){s=h.type,a=h.bytesPerElement}function l(h,f){n.drawElements(i,f,s,h*a),t.update(f,i,1)}function c(h,f,d){d!==0&&(n.drawElementsInstanced(i,f,s,h*a,d),t.update(f,i,d))}function u(h,f,d){if(d===0)return;e.get("WEBGL_multi_draw").multiDrawElementsWEBGL(i,f,0,s,h,0,d);let b=0;for(let g=0;g<d;g++)b+=f[g];t.update(b,i,1)}this.setMode=r,this.setIndex=o,this.render=l,this.renderInstances=c,this.renderMultiDraw=u}function I6(n){let e={geometries:0,textures:0},t={frame:0,calls:0,triangles:0,points:0,lines:0};function i(s,a,o){switch(t.calls++,a){case n.TRIANGLES:t.triangles+=o*(s/3);break;case n.LINES:t.lines+=o*(s/2);break;case n.LINE_STRIP:t.lines+=o*(s-1);break;case n.LINE_LOOP:t.lines+=o*s;break;case n.POINTS:t.points+=o*s;break;default:ft("WebGLInfo: Unknown draw mode:",a);break}}function r(){t.calls=0,t.triangles=0,t.points=0,t.lines=0}return{memory:e,render:t,programs:null,autoReset:!0,reset:r,update:i}}function D6(n,e,t){let i=new WeakMap,r=new Nn;function s(a,o,l){let c=a.morphTargetInfluences,u=o.morphAttributes.position||o.morphAttributes.normal||o.morphAttributes.color,h=u!==void 0?u.length:0,f=i.get(o);if(f===void 0||f.count!==h){let H=function(){x.dispose(),i.delete(o),o.removeEventListener("dispose",H)};f!==void 0&&f.texture.dispose();let d=o.morphAttributes.position!==void 0,v=o.morphAttributes.normal!==void 0,b=o.morphAttributes.color!==void 0,g=o.morphAttributes.position||[],m=o.morphAttributes.normal||[],y=o.morphAttributes.color||[],P=0;d===!0&&(P=1),v===!0&&(P=2),b===!0&&(P=3);let M=o.attributes.position.count*P,D=1;M>e.maxTextureSize&&(D=Math.ceil(M/e.maxTextureSize),M=e.maxTextureSize);let R=new Float32Array(M*D*4*h),x=new Ul(R,M,D,h);x.type=rr,x.needsUpdate=!0;let A=P*4;for(let F=0;F<h;F++){let U=g[F],W=m[F],J=y[F],O=M*D*4*F;for(let X=0;X<U.count;X++){let te=X*A;d===!0&&(r.fromBufferAttribute(U,X),R[O+te+0]=r.x,R[O+te+1]=r.y,R[O+te+2]=r.z,R[O+te+3]=0),v===!0&&(r.fromBufferAttribute(W,X),R[O+te+4]=r.x,R[O+te+5]=r.y,R[O+te+6]=r.z,R[O+te+7]=0),b===!0&&(r.fromBufferAttribute(J,X),R[O+te+8]=r.x,R[O+te+9]=r.y,R[O+te+10]=r.z,R[O+te+11]=J.itemSize===4?r.w:1)}}f={count:h,texture:x,size:new tt(M,D)},i.set(o,f),o.addEventListener("dispose",H)}if(a.isInstancedMesh===!0&&a.morphTexture!==null)l.getUniforms().setValue(n,"morphTexture",a.morphTexture,t);else{let d=0;for(let b=0;b<c.length;b++)d+=c[b];let v=o.morphTargetsRelative?1:1-d;l.getUniforms().setValue(n,"morphTargetBaseInfluence",v),l.getUniforms().setValue(n,"morphTargetInfluences",c)}l.getUniforms().setValue(n,"morphTargetsTexture",f.texture,t),l.getUniforms().setValue(n,"morphTargetsTextureSize",f.size)}return{update:s}}function L6(n,e,t,i,r){let s=new WeakMap;function a(c){let u=r.render.frame,h=c.geometry,f=e.get(c,h);if(s.get(f)!==u&&(e.update(f),s.set(f,u)),c.isInstancedMesh&&(c.hasEventListener("dispose",l)===!1&&c.addEventListener("dispose",l),s.get(c)!==u&&(t.update(c.instanceMatrix,n.ARRAY_BUFFER),c.instanceColor!==null&&t.update(c.instanceColor,n.ARRAY_BUFFER),s.set(c,u))),c.isSkinnedMesh){let d=c.skeleton;s.get(d)!==u&&(d.update(),s.set(d,u))}return f}function o(){s=new WeakMap}function l(c){let u=c.target;u.removeEventListener("dispose",l),i.releaseStatesOfObject(u),t.remove(u.instanceMatrix),u.instanceColor!==null&&t.remove(u.instanceColor)}return{update:a,dispose:o}}var N6={[ap]:"LINEAR_TONE_MAPPING",[op]:"REINHARD_TONE_MAPPING",[lp]:"CINEON_TONE_MAPPING",[cp]:"ACES_FILMIC_TONE_MAPPING",[hp]:"AGX_TONE_MAPPING",[fp]:"NEUTRAL_TONE_MAPPING",[up]:"CUSTOM_TONE_MAPPING"};function U6(n,e,t,i,r,s){let a=new vr(e,t,{type:n,depthBuffer:r,stencilBuffer:s,samples:i?4:0,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,resolveDepthBuffer:!1,resolveStencilBuffer:!1}),o=null,l=null,c=null,u=new fi;u.setAttribute("position",new rn([-1,3,0,-1,-1,0,3,-1,0],3)),u.setAttribute("uv",new rn([0,2,0,0,2,0],2));let h=new mu({uniforms:{tDiffuse:{value:null}},vertexShader:`
			precision highp float;

			uniform mat4 modelViewMatrix;
			uniform mat4 projectionMatrix;

			attribute vec3 position;
			attribute vec2 uv;

			varying vec2 vUv;

			void main() {
				vUv = uv;
				gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
			}`,fragmentShader:`
			precision highp float;

			uniform sampler2D tDiffuse;

			varying vec2 vUv;

			#include <tonemapping_pars_fragment>
			#include <colorspace_pars_fragment>

			void main() {
				gl_FragColor = texture2D( tDiffuse, vUv );

				#ifdef LINEAR_TONE_MAPPING
					gl_FragColor.rgb = LinearToneMapping( gl_FragColor.rgb );
				#elif defined( REINHARD_TONE_MAPPING )
					gl_FragColor.rgb = ReinhardToneMapping( gl_FragColor.rgb );
				#elif defined( CINEON_TONE_MAPPING )
					gl_FragColor.rgb = CineonToneMapping( gl_FragColor.rgb );
				#elif defined( ACES_FILMIC_TONE_MAPPING )
					gl_FragColor.rgb = ACESFilmicToneMapping( gl_FragColor.rgb );
				#elif defined( AGX_TONE_MAPPING )
					gl_FragColor.rgb = AgXToneMapping( gl_FragColor.rgb );
				#elif defined( NEUTRAL_TONE_MAPPING )
					gl_FragColor.rgb = NeutralToneMapping( gl_FragColor.rgb );
				#elif defined( CUSTOM_TONE_MAPPING )
					gl_FragColor.rgb = CustomToneMapping( gl_FragColor.rgb );
				#endif

				#ifdef SRGB_TRANSFER
					gl_FragColor = sRGBTransferOETF( gl_FragColor );
				#endif
			}`,depthTest:!1,depthWrite:!1}),f=new Xi(u,h),d=new nc(-1,1,1,-1,0,1),v=null,b=null,g=!1,m,y=null,P=[],M=!1;this.setSize=function(D,R){a.setSize(D,R),o!==null&&o.setSize(D,R),l!==null&&l.setSize(D,R);for(let x=0;x<P.length;x++){let A=P[x];A.setSize&&A.setSize(D,R)}},this.setEffects=function(D){P=D,M=P.length>0&&P[0].isRenderPass===!0;let R=a.width,x=a.height;P.length>0&&o===null&&(o=new vr(R,x,{type:xr,depthBuffer:!1,stencilBuffer:!1}),l=new vr(R,x,{type:xr,depthBuffer:!1,stencilBuffer:!1}));let A=r===!0&&P.some(H=>H.needsDepthTexture===!0);A!==(a.depthTexture!==null)&&(A===!0&&c===null&&(c=new Ws(R,x),s===!0&&(c.format=js,c.type=Uo)),a.dispose(),a.depthTexture=A?c:null,a.resolveDepthBuffer=A,a.storeMultisampledDepthBuffer=A);for(let H=0;H<P.length;H++){let F=P[H];F.setSize&&F.setSize(R,x),A&&F.needsDepthTexture===!0&&F.setDepthTexture&&F.setDepthTexture(c)}},this.begin=function(D,R){if(g||D.toneMapping===zr&&P.length===0)return!1;if(y=R,R!==null){let x=R.width,A=R.height;(a.width!==x||a.height!==A)&&this.setSize(x,A)}return M===!1&&D.setRenderTarget(a),m=D.toneMapping,D.toneMapping=zr,!0},this.hasRenderPass=function(){return M},this.end=function(D,R){D.toneMapping=m,g=!0;let x=a,A=o;for(let H=0;H<P.length;H++){let F=P[H];F.enabled!==!1&&(F.render(D,A,x,R),F.needsSwap!==!1&&(x=A,A=A===o?l:o))}if(v!==D.outputColorSpace||b!==D.toneMapping){v=D.outputColorSpace,b=D.toneMapping,h.defines={},Dt.getTransfer(v)===Yt&&(h.defines.SRGB_TRANSFER="");let H=N6[b];H&&(h.defines[H]=""),h.needsUpdate=!0}h.uniforms.tDiffuse.value=x.texture,D.setRenderTarget(y),D.render(f,d),y=null,g=!1},this.isCompositing=function(){return g},this.dispose=function(){a.dispose(),o!==null&&o.dispose(),l!==null&&l.dispose(),u.dispose(),h.dispose()}}var Nx=new qi,Ux=new Ws(1,1),Fx=new ql(1),Ox=new Ul,kx=new lu,Bx=new Wl,px=[],mx=[],gx=new Float32Array(16),vx=new Float32Array(9),_x=new Float32Array(4);function ko(n,e,t){let i=n[0];if(i<=0||i>0)return n;let r=e*t,s=px[r];if(s===void 0&&(s=new Float32Array(r),px[r]=s),e!==0){i.toArray(s,0);for(let a=1,o=0;a!==e;++a)o+=t,n[a].toArray(s,o)}return s}function $n(n,e){if(n.length!==e.length)return!1;for(let t=0,i=n.length;t<i;t++)if(n[t]!==e[t])return!1;return!0}function Jn(n,e){for(let t=0,i=e.length;t<i;t++)n[t]=e[t]}function Mh(n,e){let t=mx[e];t===void 0&&(t=new Int32Array(e),mx[e]=t);for(let i=0;i!==e;++i)t[i]=n.allocateTextureUnit();return t}function F6(n,e){let t=this.cache;t[0]!==e&&(n.uniform1f(this.addr,e),t[0]=e)}function O6(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(n.uniform2f(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if($n(t,e))return;n.uniform2fv(this.addr,e),Jn(t,e)}}function k6(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(n.uniform3f(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else if(e.r!==void 0)(t[0]!==e.r||t[1]!==e.g||t[2]!==e.b)&&(n.uniform3f(this.addr,e.r,e.g,e.b),t[0]=e.r,t[1]=e.g,t[2]=e.b);else{if($n(t,e))return;n.uniform3fv(this.addr,e),Jn(t,e)}}function B6(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(n.uniform4f(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if($n(t,e))return;n.uniform4fv(this.addr,e),Jn(t,e)}}function z6(n,e){let t=this.cache,i=e.elements;if(i===void 0){if($n(t,e))return;n.uniformMatrix2fv(this.addr,!1,e),Jn(t,e)}else{if($n(t,i))return;_x.set(i),n.uniformMatrix2fv(this.addr,!1,_x),Jn(t,i)}}function H6(n,e){let t=this.cache,i=e.elements;if(i===void 0){if($n(t,e))return;n.uniformMatrix3fv(this.addr,!1,e),Jn(t,e)}else{if($n(t,i))return;vx.set(i),n.uniformMatrix3fv(this.addr,!1,vx),Jn(t,i)}}function G6(n,e){let t=this.cache,i=e.elements;if(i===void 0){if($n(t,e))return;n.uniformMatrix4fv(this.addr,!1,e),Jn(t,e)}else{if($n(t,i))return;gx.set(i),n.uniformMatrix4fv(this.addr,!1,gx),Jn(t,i)}}function V6(n,e){let t=this.cache;t[0]!==e&&(n.uniform1i(this.addr,e),t[0]=e)}function W6(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(n.uniform2i(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if($n(t,e))return;n.uniform2iv(this.addr,e),Jn(t,e)}}function q6(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(n.uniform3i(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else{if($n(t,e))return;n.uniform3iv(this.addr,e),Jn(t,e)}}function X6(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(n.uniform4i(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if($n(t,e))return;n.uniform4iv(this.addr,e),Jn(t,e)}}function Y6(n,e){let t=this.cache;t[0]!==e&&(n.uniform1ui(this.addr,e),t[0]=e)}function Z6(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(n.uniform2ui(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if($n(t,e))return;n.uniform2uiv(this.addr,e),Jn(t,e)}}function $6(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(n.uniform3ui(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else{if($n(t,e))return;n.uniform3uiv(this.addr,e),Jn(t,e)}}function J6(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(n.uniform4ui(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if($n(t,e))return;n.uniform4uiv(this.addr,e),Jn(t,e)}}function wh(n){return n.version===0&&(n.compareFunction=Sp,n.needsUpdate=!0),n}function K6(n,e,t){let i=this.cache,r=t.allocateTextureUnit();i[0]!==r&&(n.uniform1i(this.addr,r),i[0]=r);let s;this.type===n.SAMPLER_2D_SHADOW?s=wh(Ux):s=Nx,t.setTexture2D(e||s,r)}function j6(n,e,t){let i=this.cache,r=t.allocateTextureUnit();i[0]!==r&&(n.uniform1i(this.addr,r),i[0]=r),t.setTexture3D(e||kx,r)}function Q6(n,e,t){let i=this.cache,r=t.allocateTextureUnit();i[0]!==r&&(n.uniform1i(this.addr,r),i[0]=r);let s;this.type===n.SAMPLER_CUBE_SHADOW?s=wh(Fx):s=Bx,t.setTextureCube(e||s,r)}function ew(n,e,t){let i=this.cache,r=t.allocateTextureUnit();i[0]!==r&&(n.uniform1i(this.addr,r),i[0]=r),t.setTexture2DArray(e||Ox,r)}function tw(n){switch(n){case 5126:return F6;case 35664:return O6;case 35665:return k6;case 35666:return B6;case 35674:return z6;case 35675:return H6;case 35676:return G6;case 5124:case 35670:return V6;case 35667:case 35671:return W6;case 35668:case 35672:return q6;case 35669:case 35673:return X6;case 5125:return Y6;case 36294:return Z6;case 36295:return $6;case 36296:return J6;case 35678:case 36198:case 36298:case 36306:case 35682:return K6;case 35679:case 36299:case 36307:return j6;case 35680:case 36300:case 36308:case 36293:return Q6;case 36289:case 36303:case 36311:case 36292:return ew}}function nw(n,e){n.uniform1fv(this.addr,e)}function iw(n,e){let t=ko(e,this.size,2);n.uniform2fv(this.addr,t)}function rw(n,e){let t=ko(e,this.size,3);n.uniform3fv(this.addr,t)}function sw(n,e){let t=ko(e,this.size,4);n.uniform4fv(this.addr,t)}function aw(n,e){let t=ko(e,this.size,4);n.uniformMatrix2fv(this.addr,!1,t)}function ow(n,e){let t=ko(e,this.size,9);n.uniformMatrix3fv(this.addr,!1,t)}function lw(n,e){let t=ko(e,this.size,16);n.uniformMatrix4fv(this.addr,!1,t)}function cw(n,e){n.uniform1iv(this.addr,e)}function uw(n,e){n.uniform2iv(this.addr,e)}function hw(n,e){n.uniform3iv(this.addr,e)}function fw(n,e){n.uniform4iv(this.addr,e)}function dw(n,e){n.uniform1uiv(this.addr,e)}function pw(n,e){n.uniform2uiv(this.addr,e)}function mw(n,e){n.uniform3uiv(this.addr,e)}function gw(n,e){n.uniform4uiv(this.addr,e)}function vw(n,e,t){let i=this.cache,r=e.length,s=Mh(t,r);$n(i,s)||(n.uniform1iv(this.addr,s),Jn(i,s));let a;this.type===n.SAMPLER_2D_SHADOW?a=wh(Ux):a=Nx;for(let o=0;o!==r;++o)t.setTexture2D(e[o]||a,s[o])}function _w(n,e,t){let i=this.cache,r=e.length,s=Mh(t,r);$n(i,s)||(n.uniform1iv(this.addr,s),Jn(i,s));for(let a=0;a!==r;++a)t.setTexture3D(e[a]||kx,s[a])}function xw(n,e,t){let i=this.cache,r=e.length,s=Mh(t,r);$n(i,s)||(n.uniform1iv(this.addr,s),Jn(i,s));let a;this.type===n.SAMPLER_CUBE_SHADOW?a=wh(Fx):a=Bx;for(let o=0;o!==r;++o)t.setTextureCube(e[o]||a,s[o])}function yw(n,e,t){let i=this.cache,r=e.length,s=Mh(t,r);$n(i,s)||(n.uniform1iv(this.addr,s),Jn(i,s));for(let a=0;a!==r;++a)t.setTexture2DArray(e[a]||Ox,s[a])}function bw(n){switch(n){case 5126:return nw;case 35664:return iw;case 35665:return rw;case 35666:return sw;case 35674:return aw;case 35675:return ow;case 35676:return lw;case 5124:case 35670:return cw;case 35667:case 35671:return uw;case 35668:case 35672:return hw;case 35669:case 35673:return fw;case 5125:return dw;case 36294:return pw;case 36295:return mw;case 36296:return gw;case 35678:case 36198:case 36298:case 36306:case 35682:return vw;case 35679:case 36299:case 36307:return _w;case 35680:case 36300:case 36308:case 36293:return xw;case 36289:case 36303:case 36311:case 36292:return yw}}var Up=class{constructor(e,t,i){this.id=e,this.addr=i,this.cache=[],this.type=t.type,this.setValue=tw(t.type)}},Fp=class{constructor(e,t,i){this.id=e,this.addr=i,this.cache=[],this.type=t.type,this.size=t.size,this.setValue=bw(t.type)}},Op=class{constructor(e){this.id=e,this.seq=[],this.map={}}setValue(e,t,i){let r=this.seq;for(let s=0,a=r.length;s!==a;++s){let o=r[s];o.setValue(e,t[o.id],i)}}},Lp=/(\w+)(\])?(\[|\.)?/g;function xx(n,e){n.seq.push(e),n.map[e.id]=e}function Sw(n,e,t){let i=n.name,r=i.length;for(Lp.lastIndex=0;;){let s=Lp.exec(i),a=Lp.lastIndex,o=s[1],l=s[2]==="]",c=s[3];if(l&&(o=o|0),c===void 0||c==="["&&a+2===r){xx(t,c===void 0?new Up(o,n,e):new Fp(o,n,e));break}else{let h=t.map[o];h===void 0&&(h=new Op(o),xx(t,h)),t=h}}}var Oo=class{constructor(e,t){this.seq=[],this.map={};let i=e.getProgramParameter(t,e.ACTIVE_UNIFORMS);for(let a=0;a<i;++a){let o=e.getActiveUniform(t,a),l=e.getUniformLocation(t,o.name);Sw(o,l,this)}let r=[],s=[];for(let a of this.seq)a.type===e.SAMPLER_2D_SHADOW||a.type===e.SAMPLER_CUBE_SHADOW||a.type===e.SAMPLER_2D_ARRAY_SHADOW?r.push(a):s.push(a);r.length>0&&(this.seq=r.concat(s))}setValue(e,t,i,r){let s=this.map[t];s!==void 0&&s.setValue(e,i,r)}setOptional(e,t,i){let r=t[i];r!==void 0&&this.setValue(e,i,r)}static upload(e,t,i,r){for(let s=0,a=t.length;s!==a;++s){let o=t[s],l=i[o.id];l.needsUpdate!==!1&&o.setValue(e,l.value,r)}}static seqWithValue(e,t){let i=[];for(let r=0,s=e.length;r!==s;++r){let a=e[r];a.id in t&&i.push(a)}return i}};function yx(n,e,t){let i=n.createShader(e);return n.shaderSource(i,t),n.compileShader(i),i}var Mw=37297,ww=0;function Tw(n,e){let t=n.split(`
`),i=[],r=Math.max(e-6,0),s=Math.min(e+6,t.length);for(let a=r;a<s;a++){let o=a+1;i.push(`${o===e?">":" "} ${o}: ${t[a]}`)}return i.join(`
`)}var bx=new mt;function Aw(n){Dt._getMatrix(bx,Dt.workingColorSpace,n);let e=`mat3( ${bx.elements.map(t=>t.toFixed(4))} )`;switch(Dt.getTransfer(n)){case Ll:return[e,"LinearTransferOETF"];case Yt:return[e,"sRGBTransferOETF"];default:return st("WebGLProgram: Unsupported color space: ",n),[e,"LinearTransferOETF"]}}function Sx(n,e,t){let i=n.getShaderParameter(e,n.COMPILE_STATUS),s=(n.getShaderInfoLog(e)||"").trim();if(i&&s==="")return"";let a=/ERROR: 0:(\d+)/.exec(s);if(a){let o=parseInt(a[1]);return t.toUpperCase()+`

`+s+`

`+Tw(n.getShaderSource(e),o)}else return s}function Ew(n,e){let t=Aw(e);return[`vec4 ${n}( vec4 value ) {`,`	return ${t[1]}( vec4( ${t[0]} * value.rgb, value.a ) );`,"}"].join(`
`)}var Cw={[ap]:"Linear",[op]:"Reinhard",[lp]:"Cineon",[cp]:"ACESFilmic",[hp]:"AgX",[fp]:"Neutral",[up]:"Custom"};function Rw(n,e){let t=Cw[e];return t===void 0?(st("WebGLProgram: Unsupported toneMapping:",e),"vec3 "+n+"( vec3 color ) { return LinearToneMapping( color ); }"):"vec3 "+n+"( vec3 color ) { return "+t+"ToneMapping( color ); }"}var yh=new j;function Pw(){Dt.getLuminanceCoefficients(yh);let n=yh.x.toFixed(4),e=yh.y.toFixed(4),t=yh.z.toFixed(4);return["float luminance( const in vec3 rgb ) {",`	const vec3 weights = vec3( ${n}, ${e}, ${t} );`,"	return dot( weights, rgb );","}"].join(`
`)}function Iw(n){return[n.extensionClipCullDistance?"#extension GL_ANGLE_clip_cull_distance : require":"",n.extensionMultiDraw?"#extension GL_ANGLE_multi_draw : require":""].filter(gc).join(`
`)}function Dw(n){let e=[];for(let t in n){let i=n[t];i!==!1&&e.push("#define "+t+" "+i)}return e.join(`
`)}function Lw(n,e){let t={},i=n.getProgramParameter(e,n.ACTIVE_ATTRIBUTES);for(let r=0;r<i;r++){let s=n.getActiveAttrib(e,r),a=s.name,o=1;s.type===n.FLOAT_MAT2&&(o=2),s.type===n.FLOAT_MAT3&&(o=3),s.type===n.FLOAT_MAT4&&(o=4),t[a]={type:s.type,location:n.getAttribLocation(e,a),locationSize:o}}return t}function gc(n){return n!==""}function Mx(n,e){let t=e.numSpotLightShadows+e.numSpotLightMaps-e.numSpotLightShadowsWithMaps;return n.replace(/NUM_SUN_LIGHTS/g,e.numSunLights).replace(/NUM_DIR_LIGHTS/g,e.numDirLights).replace(/NUM_SPOT_LIGHTS/g,e.numSpotLights).replace(/NUM_SPOT_LIGHT_MAPS/g,e.numSpotLightMaps).replace(/NUM_SPOT_LIGHT_COORDS/g,t).replace(/NUM_RECT_AREA_LIGHTS/g,e.numRectAreaLights).replace(/NUM_POINT_LIGHTS/g,e.numPointLights).replace(/NUM_HEMI_LIGHTS/g,e.numHemiLights).replace(/NUM_SUN_LIGHT_SHADOWS/g,e.numSunLightShadows).replace(/NUM_DIR_LIGHT_SHADOWS/g,e.numDirLightShadows).replace(/NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS/g,e.numSpotLightShadowsWithMaps).replace(/NUM_SPOT_LIGHT_SHADOWS/g,e.numSpotLightShadows).replace(/NUM_POINT_LIGHT_SHADOWS/g,e.numPointLightShadows).replace(/NUM_LIGHT_PROBE_GRIDS/g,e.numLightProbeGrids)}function wx(n,e){return n.replace(/NUM_CLIPPING_PLANES/g,e.numClippingPlanes).replace(/UNION_CLIPPING_PLANES/g,e.numClippingPlanes-e.numClipIntersection)}var Nw=/^[ \t]*#include +<([\w\d./]+)>/gm;function kp(n){return n.replace(Nw,Uw)}function Uw(n,e){let t=Mt[e];if(t===void 0)throw new Error("THREE.WebGLProgram: Can not resolve #include <"+e+">");return kp(t)}var Fw=/#pragma unroll_loop_start\s+for\s*\(\s*int\s+i\s*=\s*(\d+)\s*;\s*i\s*<\s*(\d+)\s*;\s*i\s*\+\+\s*\)\s*{([\s\S]+?)}\s+#pragma unroll_loop_end/g;function Tx(n){return n.replace(Fw,Ow)}function Ow(n,e,t,i){let r="";for(let s=parseInt(e);s<parseInt(t);s++)r+=i.replace(/\[\s*i\s*\]/g,"[ "+s+" ]").replace(/UNROLLED_LOOP_INDEX/g,s);return r}function Ax(n){let e=`precision ${n.precision} float;
	precision ${n.precision} int;
	precision ${n.precision} sampler2D;
	precision ${n.precision} samplerCube;
	precision ${n.precision} sampler3D;
	precision ${n.precision} sampler2DArray;
	precision ${n.precision} sampler2DShadow;
	precision ${n.precision} samplerCubeShadow;
	precision ${n.precision} sampler2DArrayShadow;
	precision ${n.precision} isampler2D;
	precision ${n.precision} isampler3D;
	precision ${n.precision} isamplerCube;
	precision ${n.precision} isampler2DArray;
	precision ${n.precision} usampler2D;
	precision ${n.precision} usampler3D;
	precision ${n.precision} usamplerCube;
	precision ${n.precision} usampler2DArray;
	`;return n.precision==="highp"?e+=`
#define HIGH_PRECISION`:n.precision==="mediump"?e+=`
#define MEDIUM_PRECISION`:n.precision==="lowp"&&(e+=`
#define LOW_PRECISION`),e}var kw={[ac]:"SHADOWMAP_TYPE_PCF",[Io]:"SHADOWMAP_TYPE_VSM"};function Bw(n){return kw[n.shadowMapType]||"SHADOWMAP_TYPE_BASIC"}var zw={[Lo]:"ENVMAP_MODE_REFRACTION"};function Hw(n){return n.envMap===!1?"ENVMAP_MODE_REFLECTION":zw[n.envMapMode]||"ENVMAP_MODE_REFLECTION"}var Gw={[Du]:"ENVMAP_BLENDING_MULTIPLY",[G_]:"ENVMAP_BLENDING_MIX",[V_]:"ENVMAP_BLENDING_ADD"};function Vw(n){return n.envMap===!1?"ENVMAP_BLENDING_NONE":Gw[n.combine]||"ENVMAP_BLENDING_NONE"}function Ww(n,e,t,i){let r=n.getContext(),s=t.defines,a=t.vertexShader,o=t.fragmentShader,l=Bw(t),c=t.envMapPMREM===!0?"ENVMAP_TYPE_PMREM":"ENVMAP_TYPE_CUBE",u=Hw(t),h=Vw(t),f=Iw(t),d=Dw(s),v=r.createProgram(),b,g,m=t.glslVersion?"#version "+t.glslVersion+`
`:"";t.isRawShaderMaterial?(b=["#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,d].filter(gc).join(`
`),b.length>0&&(b+=`
`),g=["#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,d].filter(gc).join(`
`),g.length>0&&(g+=`
`)):(b=[Ax(t),"#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,d,t.extensionClipCullDistance?"#define USE_CLIP_DISTANCE":"",t.batching?"#define USE_BATCHING":"",t.batchingColor?"#define USE_BATCHING_COLOR":"",t.instancing?"#define USE_INSTANCING":"",t.instancingColor?"#define USE_INSTANCING_COLOR":"",t.instancingMorph?"#define USE_INSTANCING_MORPH":"",t.useFog&&t.fog?"#define USE_FOG":"",t.useFog&&t.fogExp2?"#define FOG_EXP2":"",t.map?"#define USE_MAP":"",t.envMap?"#define USE_ENVMAP":"",t.envMap?"#define "+u:"",t.lightMap?"#define USE_LIGHTMAP":"",t.aoMap?"#define USE_AOMAP":"",t.bumpMap?"#define USE_BUMPMAP":"",t.normalMap?"#define USE_NORMALMAP":"",t.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",t.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",t.displacementMap?"#define USE_DISPLACEMENTMAP":"",t.emissiveMap?"#define USE_EMISSIVEMAP":"",t.anisotropy?"#define USE_ANISOTROPY":"",t.anisotropyMap?"#define USE_ANISOTROPYMAP":"",t.clearcoatMap?"#define USE_CLEARCOATMAP":"",t.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",t.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",t.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",t.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",t.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",t.specularMap?"#define USE_SPECULARMAP":"",t.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",t.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",t.roughnessMap?"#define USE_ROUGHNESSMAP":"",t.metalnessMap?"#define USE_METALNESSMAP":"",t.alphaMap?"#define USE_ALPHAMAP":"",t.alphaHash?"#define USE_ALPHAHASH":"",t.transmission?"#define USE_TRANSMISSION":"",t.transmissionMap?"#define USE_TRANSMISSIONMAP":"",t.thicknessMap?"#define USE_THICKNESSMAP":"",t.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",t.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",t.mapUv?"#define MAP_UV "+t.mapUv:"",t.alphaMapUv?"#define ALPHAMAP_UV "+t.alphaMapUv:"",t.lightMapUv?"#define LIGHTMAP_UV "+t.lightMapUv:"",t.aoMapUv?"#define AOMAP_UV "+t.aoMapUv:"",t.emissiveMapUv?"#define EMISSIVEMAP_UV "+t.emissiveMapUv:"",t.bumpMapUv?"#define BUMPMAP_UV "+t.bumpMapUv:"",t.normalMapUv?"#define NORMALMAP_UV "+t.normalMapUv:"",t.displacementMapUv?"#define DISPLACEMENTMAP_UV "+t.displacementMapUv:"",t.metalnessMapUv?"#define METALNESSMAP_UV "+t.metalnessMapUv:"",t.roughnessMapUv?"#define ROUGHNESSMAP_UV "+t.roughnessMapUv:"",t.anisotropyMapUv?"#define ANISOTROPYMAP_UV "+t.anisotropyMapUv:"",t.clearcoatMapUv?"#define CLEARCOATMAP_UV "+t.clearcoatMapUv:"",t.clearcoatNormalMapUv?"#define CLEARCOAT_NORMALMAP_UV "+t.clearcoatNormalMapUv:"",t.clearcoatRoughnessMapUv?"#define CLEARCOAT_ROUGHNESSMAP_UV "+t.clearcoatRoughnessMapUv:"",t.diffuseRoughnessMapUv?"#define DIFFUSE_ROUGHNESSMAP_UV "+t.diffuseRoughnessMapUv:"",t.iridescenceMapUv?"#define IRIDESCENCEMAP_UV "+t.iridescenceMapUv:"",t.iridescenceThicknessMapUv?"#define IRIDESCENCE_THICKNESSMAP_UV "+t.iridescenceThicknessMapUv:"",t.sheenColorMapUv?"#define SHEEN_COLORMAP_UV "+t.sheenColorMapUv:"",t.sheenRoughnessMapUv?"#define SHEEN_ROUGHNESSMAP_UV "+t.sheenRoughnessMapUv:"",t.specularMapUv?"#define SPECULARMAP_UV "+t.specularMapUv:"",t.specularColorMapUv?"#define SPECULAR_COLORMAP_UV "+t.specularColorMapUv:"",t.specularIntensityMapUv?"#define SPECULAR_INTENSITYMAP_UV "+t.specularIntensityMapUv:"",t.transmissionMapUv?"#define TRANSMISSIONMAP_UV "+t.transmissionMapUv:"",t.thicknessMapUv?"#define THICKNESSMAP_UV "+t.thicknessMapUv:"",t.vertexTangents&&t.flatShading===!1?"#define USE_TANGENT":"",t.vertexNormals?"#define HAS_NORMAL":"",t.vertexColors?"#define USE_COLOR":"",t.vertexAlphas?"#define USE_COLOR_ALPHA":"",t.vertexUv1s?"#define USE_UV1":"",t.vertexUv2s?"#define USE_UV2":"",t.vertexUv3s?"#define USE_UV3":"",t.pointsUvs?"#define USE_POINTS_UV":"",t.flatShading?"#define FLAT_SHADED":"",t.skinning?"#define USE_SKINNING":"",t.morphTargets?"#define USE_MORPHTARGETS":"",t.morphNormals&&t.flatShading===!1?"#define USE_MORPHNORMALS":"",t.morphColors?"#define USE_MORPHCOLORS":"",t.morphTargetsCount>0?"#define MORPHTARGETS_TEXTURE_STRIDE "+t.morphTextureStride:"",t.morphTargetsCount>0?"#define MORPHTARGETS_COUNT "+t.morphTargetsCount:"",t.doubleSided?"#define DOUBLE_SIDED":"",t.flipSided?"#define FLIP_SIDED":"",t.shadowMapEnabled?"#define USE_SHADOWMAP":"",t.shadowMapEnabled?"#define "+l:"",t.sizeAttenuation?"#define USE_SIZEATTENUATION":"",t.numLightProbes>0?"#define USE_LIGHT_PROBES":"",t.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",t.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 modelMatrix;","uniform mat4 modelViewMatrix;","uniform mat4 projectionMatrix;","uniform mat4 viewMatrix;","uniform mat3 normalMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;","#ifdef USE_INSTANCING","	attribute mat4 instanceMatrix;","#endif","#ifdef USE_INSTANCING_COLOR","	attribute vec3 instanceColor;","#endif","#ifdef USE_INSTANCING_MORPH","	uniform sampler2D morphTexture;","#endif","attribute vec3 position;","attribute vec3 normal;","attribute vec2 uv;","#ifdef USE_UV1","	attribute vec2 uv1;","#endif","#ifdef USE_UV2","	attribute vec2 uv2;","#endif","#ifdef USE_UV3","	attribute vec2 uv3;","#endif","#ifdef USE_TANGENT","	attribute vec4 tangent;","#endif","#if defined( USE_COLOR_ALPHA )","	attribute vec4 color;","#elif defined( USE_COLOR )","	attribute vec3 color;","#endif","#ifdef USE_SKINNING","	attribute vec4 skinIndex;","	attribute vec4 skinWeight;","#endif",`
`].filter(gc).join(`
`),g=[Ax(t),"#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,d,t.useFog&&t.fog?"#define USE_FOG":"",t.useFog&&t.fogExp2?"#define FOG_EXP2":"",t.alphaToCoverage?"#define ALPHA_TO_COVERAGE":"",t.map?"#define USE_MAP":"",t.matcap?"#define USE_MATCAP":"",t.envMap?"#define USE_ENVMAP":"",t.envMap?"#define "+c:"",t.envMap?"#define "+u:"",t.envMap?"#define "+h:"",t.envMapPMREM?"#define ENVMAP_MAX_LOD "+t.envMapMaxLod+".0":"",t.envMapPMREM?"#define ENVMAP_SIZE "+t.envMapSize+".0":"",t.lightMap?"#define USE_LIGHTMAP":"",t.aoMap?"#define USE_AOMAP":"",t.bumpMap?"#define USE_BUMPMAP":"",t.normalMap?"#define USE_NORMALMAP":"",t.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",t.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",t.packedNormalMap?"#define USE_PACKED_NORMALMAP":"",t.emissiveMap?"#define USE_EMISSIVEMAP":"",t.anisotropy?"#define USE_ANISOTROPY":"",t.anisotropyMap?"#define USE_ANISOTROPYMAP":"",t.clearcoat?"#define USE_CLEARCOAT":"",t.clearcoatMap?"#define USE_CLEARCOATMAP":"",t.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",t.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",t.diffuseRoughness?"#define USE_DIFFUSE_ROUGHNESS":"",t.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",t.dispersion?"#define USE_DISPERSION":"",t.retroreflection?"#define USE_RETROREFLECTION":"",t.iridescence?"#define USE_IRIDESCENCE":"",t.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",t.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",t.specularMap?"#define USE_SPECULARMAP":"",t.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",t.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",t.roughnessMap?"#define USE_ROUGHNESSMAP":"",t.metalnessMap?"#define USE_METALNESSMAP":"",t.alphaMap?"#define USE_ALPHAMAP":"",t.alphaTest?"#define USE_ALPHATEST":"",t.alphaHash?"#define USE_ALPHAHASH":"",t.sheen?"#define USE_SHEEN":"",t.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",t.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",t.transmission?"#define USE_TRANSMISSION":"",t.transmissionMap?"#define USE_TRANSMISSIONMAP":"",t.thicknessMap?"#define USE_THICKNESSMAP":"",t.vertexTangents&&t.flatShading===!1?"#define USE_TANGENT":"",t.vertexColors||t.instancingColor?"#define USE_COLOR":"",t.vertexAlphas||t.batchingColor?"#define USE_COLOR_ALPHA":"",t.vertexUv1s?"#define USE_UV1":"",t.vertexUv2s?"#define USE_UV2":"",t.vertexUv3s?"#define USE_UV3":"",t.pointsUvs?"#define USE_POINTS_UV":"",t.gradientMap?"#define USE_GRADIENTMAP":"",t.flatShading?"#define FLAT_SHADED":"",t.doubleSided?"#define DOUBLE_SIDED":"",t.flipSided?"#define FLIP_SIDED":"",t.shadowMapEnabled?"#define USE_SHADOWMAP":"",t.shadowMapEnabled?"#define "+l:"",t.premultipliedAlpha?"#define PREMULTIPLIED_ALPHA":"",t.numLightProbes>0?"#define USE_LIGHT_PROBES":"",t.decodeVideoTexture?"#define DECODE_VIDEO_TEXTURE":"",t.decodeVideoTextureEmissive?"#define DECODE_VIDEO_TEXTURE_EMISSIVE":"",t.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",t.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 viewMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;",t.toneMapping!==zr?"#define TONE_MAPPING":"",t.toneMapping!==zr?Mt.tonemapping_pars_fragment:"",t.toneMapping!==zr?Rw("toneMapping",t.toneMapping):"",t.dithering?"#define DITHERING":"",t.opaque?"#define OPAQUE":"",Mt.colorspace_pars_fragment,Ew("linearToOutputTexel",t.outputColorSpace),Pw(),t.useDepthPacking?"#define DEPTH_PACKING "+t.depthPacking:"",`
`].filter(gc).join(`
`)),a=kp(a),a=Mx(a,t),a=wx(a,t),o=kp(o),o=Mx(o,t),o=wx(o,t),a=Tx(a),o=Tx(o),t.isRawShaderMaterial!==!0&&(m=`#version 300 es
`,b=[f,"#define attribute in","#define varying out","#define texture2D texture"].join(`
`)+`
`+b,g=["#define varying in",t.glslVersion===Mp?"":"layout(location = 0) out highp vec4 pc_fragColor;",t.glslVersion===Mp?"":"#define gl_FragColor pc_fragColor","#define gl_FragDepthEXT gl_FragDepth","#define texture2D texture","#define textureCube texture","#define texture2DProj textureProj","#define texture2DLodEXT textureLod","#define texture2DProjLodEXT textureProjLod","#define textureCubeLodEXT textureLod","#define texture2DGradEXT textureGrad","#define texture2DProjGradEXT textureProjGrad","#define textureCubeGradEXT textureGrad"].join(`
`)+`
`+g);let y=m+b+a,P=m+g+o,M=yx(r,r.VERTEX_SHADER,y),D=yx(r,r.FRAGMENT_SHADER,P);r.attachShader(v,M),r.attachShader(v,D),t.index0AttributeName!==void 0?r.bindAttribLocation(v,0,t.index0AttributeName):t.hasPositionAttribute===!0&&r.bindAttribLocation(v,0,"position"),r.linkProgram(v);function R(F){if(n.debug.checkShaderErrors){let U=r.getProgramInfoLog(v)||"",W=r.getShaderInfoLog(M)||"",J=r.getShaderInfoLog(D)||"",O=U.trim(),X=W.trim(),te=J.trim(),Y=!0,de=!0;if(r.getProgramParameter(v,r.LINK_STATUS)===!1)if(Y=!1,typeof n.debug.onShaderError=="function")n.debug.onShaderError(r,v,M,D);else{let ie=Sx(r,M,"vertex"),re=Sx(r,D,"fragment");ft("WebGLProgram: Shader Error "+r.getError()+" - VALIDATE_STATUS "+r.getProgramParameter(v,r.VALIDATE_STATUS)+`

Material Name: `+F.name+`
Material Type: `+F.type+`

Program Info Log: `+O+`
`+ie+`
`+re)}else O!==""?st("WebGLProgram: Program Info Log:",O):(X===""||te==="")&&(de=!1);de&&(F.diagnostics={runnable:Y,programLog:O,vertexShader:{log:X,prefix:b},fragmentShader:{log:te,prefix:g}})}r.deleteShader(M),r.deleteShader(D),x=new Oo(r,v),A=Lw(r,v)}let x;this.getUniforms=function(){return x===void 0&&R(this),x};let A;this.getAttributes=function(){return A===void 0&&R(this),A};let H=t.rendererExtensionParallelShaderCompile===!1;return this.isReady=function(){return H===!1&&(H=r.getProgramParameter(v,Mw)),H},this.destroy=function(){i.releaseStatesOfProgram(this),r.deleteProgram(v),this.program=void 0},this.type=t.shaderType,this.name=t.shaderName,this.id=ww++,this.cacheKey=e,this.usedTimes=1,this.program=v,this.vertexShader=M,this.fragmentShader=D,this}var qw=0,Bp=class{constructor(){this.shaderCache=new Map,this.materialCache=new Map}update(e,t,i){let r=this._getShaderCacheForMaterial(e);return r.has(t)===!1&&(r.add(t),t.usedTimes++),r.has(i)===!1&&(r.add(i),i.usedTimes++),this}remove(e){let t=this.materialCache.get(e);for(let i of t)i.usedTimes--,i.usedTimes===0&&this.shaderCache.delete(i.code);return this.materialCache.delete(e),this}getVertexShaderStage(e){return this._getShaderStage(e.vertexShader)}getFragmentShaderStage(e){return this._getShaderStage(e.fragmentShader)}dispose(){this.shaderCache.clear(),this.materialCache.clear()}_getShaderCacheForMaterial(e){let t=this.materialCache,i=t.get(e);return i===void 0&&(i=new Set,t.set(e,i)),i}_getShaderStage(e){let t=this.shaderCache,i=t.get(e);return i===void 0&&(i=new zp(e),t.set(e,i)),i}},zp=class{constructor(e){this.id=qw++,this.code=e,this.usedTimes=0}};function Xw(n){return n===Qs||n===fc||n===dc}function Yw(n,e,t,i,r,s){let a=new Fl,o=new Bp,l=new Set,c=[],u=new Map,h=i.logarithmicDepthBuffer,f={MeshDepthMaterial:"depth",MeshDistanceMaterial:"distance",MeshNormalMaterial:"normal",MeshBasicMaterial:"basic",MeshLambertMaterial:"lambert",MeshPhongMaterial:"phong",MeshToonMaterial:"toon",MeshStandardMaterial:"physical",MeshPhysicalMaterial:"physical",MeshMatcapMaterial:"matcap",LineBasicMaterial:"basic",LineDashedMaterial:"dashed",PointsMaterial:"points",ShadowMaterial:"shadow",SpriteMaterial:"sprite"};function d(x){return l.add(x),x===0?"uv":`uv${x}`}function v(x,A,H,F,U,W){let J=F.fog,O=U.geometry,X=x.isMeshStandardMaterial||x.isMeshLambertMaterial||x.isMeshPhongMaterial?F.environment:null,te=x.isMeshStandardMaterial||x.isMeshLambertMaterial&&!x.envMap||x.isMeshPhongMaterial&&!x.envMap,Y=e.get(x.envMap||X,te),de=f[x.type],ie=i.precision;x.precision!==null&&(ie=i.getMaxPrecision(x.precision),ie!==x.precision&&st("WebGLProgram.getParameters:",x.precision,"not supported, using",ie,"instead."));let re=O.morphAttributes.position||O.morphAttributes.normal||O.morphAttributes.color,le=re!==void 0?re.length:0,_e=0;O.morphAttributes.position!==void 0&&(_e=1),O.morphAttributes.normal!==void 0&&(_e=2),O.morphAttributes.color!==void 0&&(_e=3);let pe,$e,gt,et;if(de){let Ue=Vr[de];pe=Ue.vertexShader,$e=Ue.fragmentShader}else{pe=x.vertexShader,$e=x.fragmentShader;let Ue=o.getVertexShaderStage(x),bt=o.getFragmentShaderStage(x);o.update(x,Ue,bt),gt=Ue.id,et=bt.id}let qe=n.getRenderTarget(),He=n.state.buffers.depth.getReversed(),at=U.isInstancedMesh===!0,dt=U.isBatchedMesh===!0,vt=!!x.map,Nt=!!x.matcap,Lt=!!Y,zt=Lt&&Y.isPMREMTexture===!0,Sn=!!x.aoMap,jt=!!x.lightMap,Mn=!!x.bumpMap&&x.wireframe===!1,Ht=!!x.normalMap,Rn=!!x.displacementMap,wt=!!x.emissiveMap,Pn=!!x.metalnessMap,hn=!!x.roughnessMap,fn=x.anisotropy>0,G=x.clearcoat>0,Ne=x.diffuseRoughness>0,nt=x.dispersion>0,pt=x.retroreflectivity>0,we=x.iridescence>0,Ut=x.sheen>0,Ke=x.transmission>0,it=fn&&!!x.anisotropyMap,L=G&&!!x.clearcoatMap,T=G&&!!x.clearcoatNormalMap,K=G&&!!x.clearcoatRoughnessMap,ge=Ne&&!!x.diffuseRoughnessMap,he=we&&!!x.iridescenceMap,Ae=we&&!!x.iridescenceThicknessMap,Ee=Ut&&!!x.sheenColorMap,ae=Ut&&!!x.sheenRoughnessMap,ce=!!x.specularMap,be=!!x.specularColorMap,V=!!x.specularIntensityMap,ue=Ke&&!!x.transmissionMap,oe=Ke&&!!x.thicknessMap,Ie=!!x.gradientMap,Te=!!x.alphaMap,Pe=x.alphaTest>0,je=!!x.alphaHash,lt=!!x.extensions,me=zr;x.toneMapped&&(qe===null||qe.isXRRenderTarget===!0)&&(me=n.toneMapping);let Ye=zt?Y.isCompressedCubeTexture?Y.image[0].mipmaps:Y.mipmaps:null,ct={shaderID:de,shaderType:x.type,shaderName:x.name,vertexShader:pe,fragmentShader:$e,defines:x.defines,customVertexShaderID:gt,customFragmentShaderID:et,isRawShaderMaterial:x.isRawShaderMaterial===!0,glslVersion:x.glslVersion,precision:ie,batching:dt,batchingColor:dt&&U._colorsTexture!==null,instancing:at,instancingColor:at&&U.instanceColor!==null,instancingMorph:at&&U.morphTexture!==null,outputColorSpace:qe===null?n.outputColorSpace:qe.isXRRenderTarget===!0?qe.texture.colorSpace:Dt.workingColorSpace,alphaToCoverage:!!x.alphaToCoverage,map:vt,matcap:Nt,envMap:Lt,envMapMode:Lt&&Y.mapping,envMapPMREM:zt,envMapMaxLod:zt?Ye.length-1:null,envMapSize:zt?Ye[0].width:null,aoMap:Sn,lightMap:jt,bumpMap:Mn,normalMap:Ht,displacementMap:Rn,emissiveMap:wt,normalMapObjectSpace:Ht&&x.normalMapType===X_,normalMapTangentSpace:Ht&&x.normalMapType===pc,packedNormalMap:Ht&&x.normalMapType===pc&&Xw(x.normalMap.format),metalnessMap:Pn,roughnessMap:hn,anisotropy:fn,anisotropyMap:it,clearcoat:G,clearcoatMap:L,clearcoatNormalMap:T,clearcoatRoughnessMap:K,diffuseRoughness:Ne,diffuseRoughnessMap:ge,dispersion:nt,retroreflection:pt,iridescence:we,iridescenceMap:he,iridescenceThicknessMap:Ae,sheen:Ut,sheenColorMap:Ee,sheenRoughnessMap:ae,specularMap:ce,specularColorMap:be,specularIntensityMap:V,transmission:Ke,transmissionMap:ue,thicknessMap:oe,gradientMap:Ie,opaque:x.transparent===!1&&x.blending===Do&&x.alphaToCoverage===!1,alphaMap:Te,alphaTest:Pe,alphaHash:je,combine:x.combine,mapUv:vt&&d(x.map.channel),aoMapUv:Sn&&d(x.aoMap.channel),lightMapUv:jt&&d(x.lightMap.channel),bumpMapUv:Mn&&d(x.bumpMap.channel),normalMapUv:Ht&&d(x.normalMap.channel),displacementMapUv:Rn&&d(x.displacementMap.channel),emissiveMapUv:wt&&d(x.emissiveMap.channel),metalnessMapUv:Pn&&d(x.metalnessMap.channel),roughnessMapUv:hn&&d(x.roughnessMap.channel),anisotropyMapUv:it&&d(x.anisotropyMap.channel),clearcoatMapUv:L&&d(x.clearcoatMap.channel),clearcoatNormalMapUv:T&&d(x.clearcoatNormalMap.channel),clearcoatRoughnessMapUv:K&&d(x.clearcoatRoughnessMap.channel),diffuseRoughnessMapUv:ge&&d(x.diffuseRoughnessMap.channel),iridescenceMapUv:he&&d(x.iridescenceMap.channel),iridescenceThicknessMapUv:Ae&&d(x.iridescenceThicknessMap.channel),sheenColorMapUv:Ee&&d(x.sheenColorMap.channel),sheenRoughnessMapUv:ae&&d(x.sheenRoughnessMap.channel),specularMapUv:ce&&d(x.specularMap.channel),specularColorMapUv:be&&d(x.specularColorMap.channel),specularIntensityMapUv:V&&d(x.specularIntensityMap.channel),transmissionMapUv:ue&&d(x.transmissionMap.channel),thicknessMapUv:oe&&d(x.thicknessMap.channel),alphaMapUv:Te&&d(x.alphaMap.channel),vertexTangents:!!O.attributes.tangent&&(Ht||fn),vertexNormals:!!O.attributes.normal,vertexColors:x.vertexColors,vertexAlphas:x.vertexColors===!0&&!!O.attributes.color&&O.attributes.color.itemSize===4,pointsUvs:U.isPoints===!0&&!!O.attributes.uv&&(vt||Te),fog:!!J,useFog:x.fog===!0,fogExp2:!!J&&J.isFogExp2,flatShading:x.wireframe===!1&&(x.flatShading===!0||O.attributes.normal===void 0&&Ht===!1&&(x.isMeshLambertMaterial||x.isMeshPhongMaterial||x.isMeshStandardMaterial||x.isMeshPhysicalMaterial)),sizeAttenuation:x.sizeAttenuation===!0,logarithmicDepthBuffer:h,reversedDepthBuffer:He,skinning:U.isSkinnedMesh===!0,hasPositionAttribute:O.attributes.position!==void 0,morphTargets:O.morphAttributes.position!==void 0,morphNormals:O.morphAttributes.normal!==void 0,morphColors:O.morphAttributes.color!==void 0,morphTargetsCount:le,morphTextureStride:_e,numSunLights:A.sun.length,numDirLights:A.directional.length,numPointLights:A.point.length,numSpotLights:A.spot.length,numSpotLightMaps:A.spotLightMap.length,numRectAreaLights:A.rectArea.length,numHemiLights:A.hemi.length,numSunLightShadows:A.sunShadowMap.length,numDirLightShadows:A.directionalShadowMap.length,numPointLightShadows:A.pointShadowMap.length,numSpotLightShadows:A.spotShadowMap.length,numSpotLightShadowsWithMaps:A.numSpotLightShadowsWithMaps,numLightProbes:A.numLightProbes,numLightProbeGrids:W.filter(Ue=>Ue.texture!==null).length,numClippingPlanes:s.numPlanes,numClipIntersection:s.numIntersection,dithering:x.dithering,shadowMapEnabled:n.shadowMap.enabled&&H.length>0,shadowMapType:n.shadowMap.type,toneMapping:me,decodeVideoTexture:vt&&x.map.isVideoTexture===!0&&Dt.getTransfer(x.map.colorSpace)===Yt,decodeVideoTextureEmissive:wt&&x.emissiveMap.isVideoTexture===!0&&Dt.getTransfer(x.emissiveMap.colorSpace)===Yt,premultipliedAlpha:x.premultipliedAlpha,doubleSided:x.side===nr,flipSided:x.side===Ai,useDepthPacking:x.depthPacking>=0,depthPacking:x.depthPacking||0,index0AttributeName:x.index0AttributeName,extensionClipCullDistance:lt&&x.extensions.clipCullDistance===!0&&t.has("WEBGL_clip_cull_distance"),extensionMultiDraw:(lt&&x.extensions.multiDraw===!0||dt)&&t.has("WEBGL_multi_draw"),rendererExtensionParallelShaderCompile:t.has("KHR_parallel_shader_compile"),customProgramCacheKey:x.customProgramCacheKey()};return ct.vertexUv1s=l.has(1),ct.vertexUv2s=l.has(2),ct.vertexUv3s=l.has(3),l.clear(),ct}function b(x){let A=[];if(x.shaderID?A.push(x.shaderID):(A.push(x.customVertexShaderID),A.push(x.customFragmentShaderID)),x.defines!==void 0)for(let H in x.defines)A.push(H),A.push(x.defines[H]);return x.isRawShaderMaterial===!1&&(g(A,x),m(A,x),A.push(n.outputColorSpace)),A.push(x.customProgramCacheKey),A.join()}function g(x,A){x.push(A.precision),x.push(A.outputColorSpace),x.push(A.envMapMode),x.push(A.envMapPMREM),x.push(A.envMapMaxLod),x.push(A.envMapSize),x.push(A.mapUv),x.push(A.alphaMapUv),x.push(A.lightMapUv),x.push(A.aoMapUv),x.push(A.bumpMapUv),x.push(A.normalMapUv),x.push(A.displacementMapUv),x.push(A.emissiveMapUv),x.push(A.metalnessMapUv),x.push(A.roughnessMapUv),x.push(A.anisotropyMapUv),x.push(A.clearcoatMapUv),x.push(A.clearcoatNormalMapUv),x.push(A.clearcoatRoughnessMapUv),x.push(A.diffuseRoughnessMapUv),x.push(A.iridescenceMapUv),x.push(A.iridescenceThicknessMapUv),x.push(A.sheenColorMapUv),x.push(A.sheenRoughnessMapUv),x.push(A.specularMapUv),x.push(A.specularColorMapUv),x.push(A.specularIntensityMapUv),x.push(A.transmissionMapUv),x.push(A.thicknessMapUv),x.push(A.combine),x.push(A.fogExp2),x.push(A.sizeAttenuation),x.push(A.morphTargetsCount),x.push(A.numSunLights),x.push(A.numDirLights),x.push(A.numPointLights),x.push(A.numSpotLights),x.push(A.numSpotLightMaps),x.push(A.numHemiLights),x.push(A.numRectAreaLights),x.push(A.numSunLightShadows),x.push(A.numDirLightShadows),x.push(A.numPointLightShadows),x.push(A.numSpotLightShadows),x.push(A.numSpotLightShadowsWithMaps),x.push(A.numLightProbes),x.push(A.numLightProbeGrids),x.push(A.shadowMapType),x.push(A.toneMapping),x.push(A.numClippingPlanes),x.push(A.numClipIntersection),x.push(A.depthPacking)}function m(x,A){a.disableAll(),A.instancing&&a.enable(0),A.instancingColor&&a.enable(1),A.instancingMorph&&a.enable(2),A.matcap&&a.enable(3),A.envMap&&a.enable(4),A.normalMapObjectSpace&&a.enable(5),A.normalMapTangentSpace&&a.enable(6),A.clearcoat&&a.enable(7),A.iridescence&&a.enable(8),A.alphaTest&&a.enable(9),A.vertexColors&&a.enable(10),A.vertexAlphas&&a.enable(11),A.vertexUv1s&&a.enable(12),A.vertexUv2s&&a.enable(13),A.vertexUv3s&&a.enable(14),A.vertexTangents&&a.enable(15),A.anisotropy&&a.enable(16),A.alphaHash&&a.enable(17),A.batching&&a.enable(18),A.dispersion&&a.enable(19),A.retroreflection&&a.enable(24),A.diffuseRoughness&&a.enable(25),A.batchingColor&&a.enable(20),A.gradientMap&&a.enable(21),A.packedNormalMap&&a.enable(22),A.vertexNormals&&a.enable(23),x.push(a.mask),a.disableAll(),A.fog&&a.enable(0),A.useFog&&a.enable(1),A.flatShading&&a.enable(2),A.logarithmicDepthBuffer&&a.enable(3),A.reversedDepthBuffer&&a.enable(4),A.skinning&&a.enable(5),A.morphTargets&&a.enable(6),A.morphNormals&&a.enable(7),A.morphColors&&a.enable(8),A.premultipliedAlpha&&a.enable(9),A.shadowMapEnabled&&a.enable(10),A.doubleSided&&a.enable(11),A.flipSided&&a.enable(12),A.useDepthPacking&&a.enable(13),A.dithering&&a.enable(14),A.transmission&&a.enable(15),A.sheen&&a.enable(16),A.opaque&&a.enable(17),A.pointsUvs&&a.enable(18),A.decodeVideoTexture&&a.enable(19),A.decodeVideoTextureEmissive&&a.enable(20),A.alphaToCoverage&&a.enable(21),A.numLightProbeGrids>0&&a.enable(22),A.hasPositionAttribute&&a.enable(23),x.push(a.mask)}function y(x){let A=f[x.type],H;if(A){let F=Vr[A];H=ox.clone(F.uniforms)}else H=x.uniforms;return H}function P(x,A){let H=u.get(A);return H!==void 0?++H.usedTimes:(H=new Ww(n,A,x,r),c.push(H),u.set(A,H)),H}function M(x){if(--x.usedTimes===0){let A=c.indexOf(x);c[A]=c[c.length-1],c.pop(),u.delete(x.cacheKey),x.destroy()}}function D(x){o.remove(x)}function R(){o.dispose()}return{getParameters:v,getProgramCacheKey:b,getUniforms:y,acquireProgram:P,releaseProgram:M,releaseShaderCache:D,programs:c,dispose:R}}function Zw(){let n=new WeakMap;function e(a){return n.has(a)}function t(a){let o=n.get(a);return o===void 0&&(o={},n.set(a,o)),o}function i(a){n.delete(a)}function r(a,o,l){n.get(a)[o]=l}function s(){n=new WeakMap}return{has:e,get:t,remove:i,update:r,dispose:s}}function $w(n,e){return n.groupOrder!==e.groupOrder?n.groupOrder-e.groupOrder:n.renderOrder!==e.renderOrder?n.renderOrder-e.renderOrder:n.material.id!==e.material.id?n.material.id-e.material.id:n.materialVariant!==e.materialVariant?n.materialVariant-e.materialVariant:n.z!==e.z?n.z-e.z:n.id-e.id}function Ex(n,e){return n.groupOrder!==e.groupOrder?n.groupOrder-e.groupOrder:n.renderOrder!==e.renderOrder?n.renderOrder-e.renderOrder:n.z!==e.z?e.z-n.z:n.id-e.id}function Cx(){let n=[],e=0,t=[],i=[],r=[];function s(){e=0,t.length=0,i.length=0,r.length=0}function a(f){let d=0;return f.isInstancedMesh&&(d+=2),f.isSkinnedMesh&&(d+=1),d}function o(f,d,v,b,g,m){let y=n[e];return y===void 0?(y={id:f.id,object:f,geometry:d,material:v,materialVariant:a(f),groupOrder:b,renderOrder:f.renderOrder,z:g,group:m},n[e]=y):(y.id=f.id,y.object=f,y.geometry=d,y.material=v,y.materialVariant=a(f),y.groupOrder=b,y.renderOrder=f.renderOrder,y.z=g,y.group=m),e++,y}function l(f,d,v,b,g,m,y){y.reversedDepth===!0&&(g=-g);let P=o(f,d,v,b,g,m);v.transmission>0?i.push(P):v.transparent===!0?r.push(P):t.push(P)}function c(f,d,v,b,g,m){let y=o(f,d,v,b,g,m);v.transmission>0?i.unshift(y):v.transparent===!0?r.unshift(y):t.unshift(y)}function u(f,d){t.length>1&&t.sort(f||$w),i.length>1&&i.sort(d||Ex),r.length>1&&r.sort(d||Ex)}function h(){for(let f=e,d=n.length;f<d;f++){let v=n[f];if(v.id===null)break;v.id=null,v.object=null,v.geometry=null,v.material=null,v.group=null}}return{opaque:t,transmissive:i,transparent:r,init:s,push:l,unshift:c,finish:h,sort:u}}function Jw(){let n=new WeakMap;function e(i,r){let s=n.get(i),a;return s===void 0?(a=new Cx,n.set(i,[a])):r>=s.length?(a=new Cx,s.push(a)):a=s[r],a}function t(){n=new WeakMap}return{get:e,dispose:t}}function Kw(){let n={};return{get:function(e){if(n[e.id]!==void 0)return n[e.id];let t;switch(e.type){case"SunLight":case"DirectionalLight":t={direction:new j,color:new yt};break;case"SpotLight":t={position:new j,direction:new j,color:new yt,distance:0,coneCos:0,penumbraCos:0,decay:0};break;case"PointLight":t={position:new j,color:new yt,distance:0,decay:0};break;case"HemisphereLight":t={direction:new j,skyColor:new yt,groundColor:new yt};break;case"RectAreaLight":t={color:new yt,position:new j,halfWidth:new j,halfHeight:new j};break}return n[e.id]=t,t}}}function jw(){let n={};return{get:function(e){if(n[e.id]!==void 0)return n[e.id];let t;switch(e.type){case"SunLight":case"DirectionalLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new tt};break;case"SpotLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new tt};break;case"PointLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new tt,shadowCameraNear:1,shadowCameraFar:1e3};break}return n[e.id]=t,t}}}var Qw=0;function e7(n,e){return(e.castShadow?2:0)-(n.castShadow?2:0)+(e.map?1:0)-(n.map?1:0)}function t7(n){let e=new Kw,t=jw(),i={version:0,hash:{sunLength:-1,directionalLength:-1,pointLength:-1,spotLength:-1,rectAreaLength:-1,hemiLength:-1,numSunShadows:-1,numDirectionalShadows:-1,numPointShadows:-1,numSpotShadows:-1,numSpotMaps:-1,numLightProbes:-1},ambient:[0,0,0],probe:[],sun:[],sunShadow:[],sunShadowMap:[],sunShadowMatrix:[],sunShadowCascade:[],directional:[],directionalShadow:[],directionalShadowMap:[],directionalShadowMatrix:[],spot:[],spotLightMap:[],spotShadow:[],spotShadowMap:[],spotLightMatrix:[],rectArea:[],rectAreaLTC1:null,rectAreaLTC2:null,point:[],pointShadow:[],pointShadowMap:[],pointShadowMatrix:[],hemi:[],numSpotLightShadowsWithMaps:0,numLightProbes:0};for(let c=0;c<9;c++)i.probe.push(new j);let r=new j,s=new Zt,a=new Zt;function o(c){let u=0,h=0,f=0;for(let W=0;W<9;W++)i.probe[W].set(0,0,0);let d=0,v=0,b=0,g=0,m=0,y=0,P=0,M=0,D=0,R=0,x=0,A=0,H=0,F=0;c.sort(e7);for(let W=0,J=c.length;W<J;W++){let O=c[W],X=O.color,te=O.intensity,Y=O.distance,de=null;if(O.shadow&&O.shadow.map&&(O.shadow.map.texture.format===Qs?de=O.shadow.map.texture:de=O.shadow.map.depthTexture||O.shadow.map.texture),O.isAmbientLight)u+=X.r*te,h+=X.g*te,f+=X.b*te;else if(O.isLightProbe){for(let ie=0;ie<9;ie++)i.probe[ie].addScaledVector(O.sh.coefficients[ie],te);F++}else if(O.isSunLight){let ie=e.get(O);if(ie.color.copy(O.color).multiplyScalar(O.intensity),O.castShadow){let re=O.shadow,le=t.get(O);le.shadowIntensity=re.intensity,le.shadowBias=re.bias,le.shadowNormalBias=re.normalBias,le.shadowRadius=re.radius,le.shadowMapSize.copy(re.mapSize).multiply(re.getFrameExtents()),i.sunShadow[v]=le,i.sunShadowMap[v]=de;let _e=re.getViewportCount();for(let pe=0;pe<_e;pe++)i.sunShadowMatrix[b+pe]=re.getMatrix(pe),i.sunShadowCascade[b+pe]=re._cascadeData[pe];b+=_e,v++}i.sun[d]=ie,d++}else if(O.isDirectionalLight){let ie=e.get(O);if(ie.color.copy(O.color).multiplyScalar(O.intensity),O.castShadow){let re=O.shadow,le=t.get(O);le.shadowIntensity=re.intensity,le.shadowBias=re.bias,le.shadowNormalBias=re.normalBias,le.shadowRadius=re.radius,le.shadowMapSize=re.mapSize,i.directionalShadow[g]=le,i.directionalShadowMap[g]=de,i.directionalShadowMatrix[g]=O.shadow.matrix,D++}i.directional[g]=ie,g++}else if(O.isSpotLight){let ie=e.get(O);ie.position.setFromMatrixPosition(O.matrixWorld),ie.color.copy(X).multiplyScalar(te),ie.distance=Y,ie.coneCos=Math.cos(O.angle),ie.penumbraCos=Math.cos(O.angle*(1-O.penumbra)),ie.decay=O.decay,i.spot[y]=ie;let re=O.shadow;if(O.map&&(i.spotLightMap[A]=O.map,A++,re.updateMatrices(O),O.castShadow&&H++),i.spotLightMatrix[y]=re.matrix,O.castShadow){let le=t.get(O);le.shadowIntensity=re.intensity,le.shadowBias=re.bias,le.shadowNormalBias=re.normalBias,le.shadowRadius=re.radius,le.shadowMapSize=re.mapSize,i.spotShadow[y]=le,i.spotShadowMap[y]=de,x++}y++}else if(O.isRectAreaLight){let ie=e.get(O);ie.color.copy(X).multiplyScalar(te),ie.halfWidth.set(O.width*.5,0,0),ie.halfHeight.set(0,O.height*.5,0),i.rectArea[P]=ie,P++}else if(O.isPointLight){let ie=e.get(O);if(ie.color.copy(O.color).multiplyScalar(O.intensity),ie.distance=O.distance,ie.decay=O.decay,O.castShadow){let re=O.shadow,le=t.get(O);le.shadowIntensity=re.intensity,le.shadowBias=re.bias,le.shadowNormalBias=re.normalBias,le.shadowRadius=re.radius,le.shadowMapSize=re.mapSize,le.shadowCameraNear=re.camera.near,le.shadowCameraFar=re.camera.far,i.pointShadow[m]=le,i.pointShadowMap[m]=de,i.pointShadowMatrix[m]=O.shadow.matrix,R++}i.point[m]=ie,m++}else if(O.isHemisphereLight){let ie=e.get(O);ie.skyColor.copy(O.color).multiplyScalar(te),ie.groundColor.copy(O.groundColor).multiplyScalar(te),i.hemi[M]=ie,M++}}P>0&&(n.has("OES_texture_float_linear")===!0?(i.rectAreaLTC1=ke.LTC_FLOAT_1,i.rectAreaLTC2=ke.LTC_FLOAT_2):(i.rectAreaLTC1=ke.LTC_HALF_1,i.rectAreaLTC2=ke.LTC_HALF_2)),i.ambient[0]=u,i.ambient[1]=h,i.ambient[2]=f;let U=i.hash;(U.sunLength!==d||U.directionalLength!==g||U.pointLength!==m||U.spotLength!==y||U.rectAreaLength!==P||U.hemiLength!==M||U.numSunShadows!==v||U.numDirectionalShadows!==D||U.numPointShadows!==R||U.numSpotShadows!==x||U.numSpotMaps!==A||U.numLightProbes!==F)&&(i.sun.length=d,i.directional.length=g,i.spot.length=y,i.rectArea.length=P,i.point.length=m,i.hemi.length=M,i.sunShadow.length=v,i.sunShadowMap.length=v,i.sunShadowMatrix.length=b,i.sunShadowCascade.length=b,i.directionalShadow.length=D,i.directionalShadowMap.length=D,i.directionalShadowMatrix.length=D,i.pointShadow.length=R,i.pointShadowMap.length=R,i.pointShadowMatrix.length=R,i.spotShadow.length=x,i.spotShadowMap.length=x,i.spotLightMatrix.length=x+A-H,i.spotLightMap.length=A,i.numSpotLightShadowsWithMaps=H,i.numLightProbes=F,U.sunLength=d,U.directionalLength=g,U.pointLength=m,U.spotLength=y,U.rectAreaLength=P,U.hemiLength=M,U.numSunShadows=v,U.numDirectionalShadows=D,U.numPointShadows=R,U.numSpotShadows=x,U.numSpotMaps=A,U.numLightProbes=F,i.version=Qw++)}function l(c,u){let h=0,f=0,d=0,v=0,b=0,g=0,m=u.matrixWorldInverse;for(let y=0,P=c.length;y<P;y++){let M=c[y];if(M.isSunLight){let D=i.sun[h];D.direction.setFromMatrixPosition(M.matrixWorld),D.direction.transformDirection(m),h++}else if(M.isDirectionalLight){let D=i.directional[f];D.direction.setFromMatrixPosition(M.matrixWorld),r.setFromMatrixPosition(M.target.matrixWorld),D.direction.sub(r),D.direction.transformDirection(m),f++}else if(M.isSpotLight){let D=i.spot[v];D.position.setFromMatrixPosition(M.matrixWorld),D.position.applyMatrix4(m),D.direction.setFromMatrixPosition(M.matrixWorld),r.setFromMatrixPosition(M.target.matrixWorld),D.direction.sub(r),D.direction.transformDirection(m),v++}else if(M.isRectAreaLight){let D=i.rectArea[b];D.position.setFromMatrixPosition(M.matrixWorld),D.position.applyMatrix4(m),a.identity(),s.copy(M.matrixWorld),s.premultiply(m),a.extractRotation(s),D.halfWidth.set(M.width*.5,0,0),D.halfHeight.set(0,M.height*.5,0),D.halfWidth.applyMatrix4(a),D.halfHeight.applyMatrix4(a),b++}else if(M.isPointLight){let D=i.point[d];D.position.setFromMatrixPosition(M.matrixWorld),D.position.applyMatrix4(m),d++}else if(M.isHemisphereLight){let D=i.hemi[g];D.direction.setFromMatrixPosition(M.matrixWorld),D.direction.transformDirection(m),g++}}}return{setup:o,setupView:l,state:i}}function Rx(n){let e=new t7(n),t=[],i=[],r=[];function s(h){u.camera=h,t.length=0,i.length=0,r.length=0}function a(h){h.isLightProbeGrid?r.push(h):t.push(h)}function o(h){i.push(h)}function l(){e.setup(t),r.sort((h,f)=>h.priority-f.priority||h.id-f.id)}function c(h){e.setupView(t,h)}let u={lightsArray:t,shadowsArray:i,lightProbeGridArray:r,camera:null,lights:e,transmissionRenderTarget:{},textureUnits:0};return{init:s,state:u,setupLights:l,setupLightsView:c,pushLight:a,pushShadow:o}}function n7(n){let e=new WeakMap;function t(r,s=0){let a=e.get(r),o;return a===void 0?(o=new Rx(n),e.set(r,[o])):s>=a.length?(o=new Rx(n),a.push(o)):o=a[s],o}function i(){e=new WeakMap}return{get:t,dispose:i}}var i7=`void main(){
gl_Position=vec4(position,1.0);
}`,r7=`uniform sampler2D shadow_pass;
uniform vec2 resolution;
uniform float radius;
void main(){
const float samples=float(VSM_SAMPLES);
float mean=0.0;
float squared_mean=0.0;
float uvStride=samples<=1.0?0.0:2.0/(samples - 1.0);
float uvStart=samples<=1.0?0.0:- 1.0;
for(float i=0.0;i<samples;i ++){
float uvOffset=uvStart + i*uvStride;
#ifdef HORIZONTAL_PASS
vec2 distribution=texture2D(shadow_pass,(gl_FragCoord.xy + vec2(uvOffset,0.0)*radius)/resolution).rg;
mean +=distribution.x;
squared_mean +=distribution.y*distribution.y + distribution.x*distribution.x;
#else
float depth=texture2D(shadow_pass,(gl_FragCoord.xy + vec2(0.0,uvOffset)*radius)/resolution).r;
mean +=depth;
squared_mean +=depth*depth;
#endif
}
mean=mean/samples;
squared_mean=squared_mean/samples;
float std_dev=sqrt(max(0.0,squared_mean - mean*mean));
gl_FragColor=vec4(mean,std_dev,0.0,1.0);
}`,s7=[new j(1,0,0),new j(-1,0,0),new j(0,1,0),new j(0,-1,0),new j(0,0,1),new j(0,0,-1)],a7=[new j(0,-1,0),new j(0,-1,0),new j(0,0,1),new j(0,0,-1),new j(0,-1,0),new j(0,-1,0)],Px=new Zt,mc=new j,Np=new j;function o7(n,e,t){let i=new Vs,r=new tt,s=new tt,a=new Nn,o=new gu,l=new vu,c={},u=t.maxTextureSize,h={[Ks]:Ai,[Ai]:Ks,[nr]:nr},f=new _r({defines:{VSM_SAMPLES:8},uniforms:{shadow_pass:{value:null},resolution:{value:new tt},radius:{value:4}},vertexShader:i7,fragmentShader:r7}),d=f.clone();d.defines.HORIZONTAL_PASS=1;let v=new fi;v.setAttribute("position",new Wi(new Float32Array([-1,-1,.5,3,-1,.5,-1,3,.5]),3));let b=new Xi(v,f),g=this;this.enabled=!1,this.autoUpdate=!0,this.needsUpdate=!1,this.type=ac;let m=this.type;this.render=function(R,x,A){if(g.enabled===!1||g.autoUpdate===!1&&g.needsUpdate===!1||R.length===0)return;this.type===A_&&(st("WebGLShadowMap: PCFSoftShadowMap has been removed. Using PCFShadowMap instead."),this.type=ac);let H=n.getRenderTarget(),F=n.getActiveCubeFace(),U=n.getActiveMipmapLevel(),W=n.state;W.setBlending(Sa),W.buffers.depth.getReversed()===!0?W.buffers.color.setClear(0,0,0,0):W.buffers.color.setClear(1,1,1,1),W.buffers.depth.setTest(!0),W.setScissorTest(!1);let J=m!==this.type;J&&x.traverse(function(O){O.material&&(Array.isArray(O.material)?O.material.forEach(X=>X.needsUpdate=!0):O.material.needsUpdate=!0)});for(let O=0,X=R.length;O<X;O++){let te=R[O],Y=te.shadow;if(Y===void 0){st("WebGLShadowMap:",te,"has no shadow.");continue}if(Y.autoUpdate===!1&&Y.needsUpdate===!1)continue;r.copy(Y.mapSize);let de=Y.getFrameExtents();r.multiply(de),s.copy(Y.mapSize),(r.x>u||r.y>u)&&(r.x>u&&(s.x=Math.floor(u/de.x),r.x=s.x*de.x,Y.mapSize.x=s.x),r.y>u&&(s.y=Math.floor(u/de.y),r.y=s.y*de.y,Y.mapSize.y=s.y));let ie=n.state.buffers.depth.getReversed();if(Y.camera._reversedDepth=ie,Y.map===null||J===!0){if(Y.map!==null&&(Y.map.depthTexture!==null&&(Y.map.depthTexture.dispose(),Y.map.depthTexture=null),Y.map.dispose()),this.type===Io){if(te.isPointLight){st("WebGLShadowMap: VSM shadow maps are not supported for PointLights. Use PCF or BasicShadowMap instead.");continue}Y.map=new vr(r.x,r.y,{format:Qs,type:xr,minFilter:wi,magFilter:wi,generateMipmaps:!1}),Y.map.texture.name=te.name+".shadowMap",Y.map.depthTexture=new Ws(r.x,r.y,rr),Y.map.depthTexture.name=te.name+".shadowMapDepth",Y.map.depthTexture.format=Gs,Y.map.depthTexture.compareFunction=null,Y.map.depthTexture.minFilter=ii,Y.map.depthTexture.magFilter=ii}else te.isPointLight?(Y.map=new vc(r.x),Y.map.depthTexture=new ql(r.x,Hr)):(Y.map=new vr(r.x,r.y),Y.map.depthTexture=new Ws(r.x,r.y,Hr)),Y.map.depthTexture.name=te.name+".shadowMap",Y.map.depthTexture.format=Gs,this.type===ac?(Y.map.depthTexture.compareFunction=ie?bp:yp,Y.map.depthTexture.minFilter=wi,Y.map.depthTexture.magFilter=wi):(Y.map.depthTexture.compareFunction=null,Y.map.depthTexture.minFilter=ii,Y.map.depthTexture.magFilter=ii);Y.camera.updateProjectionMatrix()}Y.map.isWebGLCubeRenderTarget!==!0&&(Y.map.width!==r.x||Y.map.height!==r.y)&&Y.map.setSize(r.x,r.y);let re=Y.map.isWebGLCubeRenderTarget?6:Y.getViewportCount();te.isPointLight!==!0&&Y.updateMatrices(te,A);let le=(Y.camera.layers.mask&4294967294)!==0?Y.camera.layers:A.layers;for(let _e=0;_e<re;_e++){let pe=Y.getCamera(_e);if(te.isPointLight){let $e=Y.camera,gt=Y.matrix,et=te.distance||$e.far;et!==$e.far&&($e.far=et,$e.updateProjectionMatrix()),mc.setFromMatrixPosition(te.matrixWorld),$e.position.copy(mc),Np.copy($e.position),Np.add(s7[_e]),$e.up.copy(a7[_e]),$e.lookAt(Np),$e.updateMatrixWorld(),gt.makeTranslation(-mc.x,-mc.y,-mc.z),Px.multiplyMatrices($e.projectionMatrix,$e.matrixWorldInverse),Y._frustum.setFromProjectionMatrix(Px,$e.coordinateSystem,$e.reversedDepth)}if(Y.map.isWebGLCubeRenderTarget)n.setRenderTarget(Y.map,_e),n.clear();else{_e===0&&(n.setRenderTarget(Y.map),n.clear());let $e=Y.getViewport(_e);a.set(s.x*$e.x,s.y*$e.y,s.x*$e.z,s.y*$e.w),W.viewport(a)}i=Y.getFrustum(_e),M(x,A,pe,te,le,this.type)}Y.isPointLightShadow!==!0&&this.type===Io&&y(Y,A),Y.needsUpdate=!1}m=this.type,g.needsUpdate=!1,n.setRenderTarget(H,F,U)};function y(R,x){let A=e.update(b);f.defines.VSM_SAMPLES!==R.blurSamples&&(f.defines.VSM_SAMPLES=R.blurSamples,d.defines.VSM_SAMPLES=R.blurSamples,f.needsUpdate=!0,d.needsUpdate=!0),R.mapPass===null?R.mapPass=new vr(r.x,r.y,{format:Qs,type:xr}):(R.mapPass.width!==R.map.width||R.mapPass.height!==R.map.height)&&R.mapPass.setSize(R.map.width,R.map.height),f.uniforms.shadow_pass.value=R.map.depthTexture,f.uniforms.resolution.value.set(R.map.width,R.map.height),f.uniforms.radius.value=R.radius,n.setRenderTarget(R.mapPass),n.clear(),n.renderBufferDirect(x,null,A,f,b,null),d.uniforms.shadow_pass.value=R.mapPass.texture,d.uniforms.resolution.value.set(R.map.width,R.map.height),d.uniforms.radius.value=R.radius,n.setRenderTarget(R.map),n.clear(),n.renderBufferDirect(x,null,A,d,b,null)}function P(R,x,A,H){let F=null,U=A.isPointLight===!0?R.customDistanceMaterial:R.customDepthMaterial;if(U!==void 0)F=U;else if(F=A.isPointLight===!0?l:o,n.localClippingEnabled&&x.clipShadows===!0&&Array.isArray(x.clippingPlanes)&&x.clippingPlanes.length!==0||x.displacementMap&&x.displacementScale!==0||x.alphaMap&&x.alphaTest>0||x.map&&x.alphaTest>0||x.alphaToCoverage===!0){let W=F.uuid,J=x.uuid,O=c[W];O===void 0&&(O={},c[W]=O);let X=O[J];X===void 0&&(X=F.clone(),O[J]=X,x.addEventListener("dispose",D)),F=X}if(F.visible=x.visible,F.wireframe=x.wireframe,H===Io?F.side=x.shadowSide!==null?x.shadowSide:x.side:F.side=x.shadowSide!==null?x.shadowSide:h[x.side],F.alphaMap=x.alphaMap,F.alphaTest=x.alphaToCoverage===!0?.5:x.alphaTest,F.map=x.map,F.clipShadows=x.clipShadows,F.clippingPlanes=x.clippingPlanes,F.clipIntersection=x.clipIntersection,F.displacementMap=x.displacementMap,F.displacementScale=x.displacementScale,F.displacementBias=x.displacementBias,F.wireframeLinewidth=x.wireframeLinewidth,F.linewidth=x.linewidth,A.isPointLight===!0&&F.isMeshDistanceMaterial===!0){let W=n.properties.get(F);W.light=A}return F}function M(R,x,A,H,F,U){if(R.visible===!1)return;if(R.layers.test(F)&&(R.isMesh||R.isLine||R.isPoints)&&(R.castShadow||R.receiveShadow&&U===Io)&&(!R.frustumCulled||R.intersectsFrustum(i))){R.modelViewMatrix.multiplyMatrices(A.matrixWorldInverse,R.matrixWorld);let O=e.update(R),X=R.material;if(Array.isArray(X)){let te=O.groups;for(let Y=0,de=te.length;Y<de;Y++){let ie=te[Y],re=X[ie.materialIndex];if(re&&re.visible){let le=P(R,re,H,U);R.onBeforeShadow(n,R,x,A,O,le,ie),n.renderBufferDirect(A,null,O,le,R,ie),R.onAfterShadow(n,R,x,A,O,le,ie)}}}else if(X.visible){let te=P(R,X,H,U);R.onBeforeShadow(n,R,x,A,O,te,null),n.renderBufferDirect(A,null,O,te,R,null),R.onAfterShadow(n,R,x,A,O,te,null)}}let J=R.children;for(let O=0,X=J.length;O<X;O++)M(J[O],x,A,H,F,U)}function D(R){R.target.removeEventListener("dispose",D);for(let A in c){let H=c[A],F=R.target.uuid;F in H&&(H[F].dispose(),delete H[F])}}}function l7(n,e){function t(){let V=!1,ue=new Nn,oe=null,Ie=new Nn(0,0,0,0);return{setMask:function(Te){oe!==Te&&!V&&(n.colorMask(Te,Te,Te,Te),oe=Te)},setLocked:function(Te){V=Te},setClear:function(Te,Pe,je,lt,me){me===!0&&(Te*=lt,Pe*=lt,je*=lt),ue.set(Te,Pe,je,lt),Ie.equals(ue)===!1&&(n.clearColor(Te,Pe,je,lt),Ie.copy(ue))},reset:function(){V=!1,oe=null,Ie.set(-1,0,0,0)}}}function i(){let V=!1,ue=!1,oe=null,Ie=null,Te=null;return{setReversed:function(Pe){if(ue!==Pe){let je=e.get("EXT_clip_control");Pe?je.clipControlEXT(je.LOWER_LEFT_EXT,je.ZERO_TO_ONE_EXT):je.clipControlEXT(je.LOWER_LEFT_EXT,je.NEGATIVE_ONE_TO_ONE_EXT),ue=Pe;let lt=Te;Te=null,this.setClear(lt)}},getReversed:function(){return ue},setTest:function(Pe){Pe?He(n.DEPTH_TEST):at(n.DEPTH_TEST)},setMask:function(Pe){oe!==Pe&&!V&&(n.depthMask(Pe),oe=Pe)},setFunc:function(Pe){if(ue&&(Pe=ix[Pe]),Ie!==Pe){switch(Pe){case $0:n.depthFunc(n.NEVER);break;case J0:n.depthFunc(n.ALWAYS);break;case K0:n.depthFunc(n.LESS);break;case Mo:n.depthFunc(n.LEQUAL);break;case j0:n.depthFunc(n.EQUAL);break;case Q0:n.depthFunc(n.GEQUAL);break;case eu:n.depthFunc(n.GREATER);break;case tu:n.depthFunc(n.NOTEQUAL);break;default:n.depthFunc(n.LEQUAL)}Ie=Pe}},setLocked:function(Pe){V=Pe},setClear:function(Pe){Te!==Pe&&(Te=Pe,ue&&(Pe=1-Pe),n.clearDepth(Pe))},reset:function(){V=!1,oe=null,Ie=null,Te=null,ue=!1}}}function r(){let V=!1,ue=null,oe=null,Ie=null,Te=null,Pe=null,je=null,lt=null,me=null;return{setTest:function(Ye){V||(Ye?He(n.STENCIL_TEST):at(n.STENCIL_TEST))},setMask:function(Ye){ue!==Ye&&!V&&(n.stencilMask(Ye),ue=Ye)},setFunc:function(Ye,ct,Ue){(oe!==Ye||Ie!==ct||Te!==Ue)&&(n.stencilFunc(Ye,ct,Ue),oe=Ye,Ie=ct,Te=Ue)},setOp:function(Ye,ct,Ue){(Pe!==Ye||je!==ct||lt!==Ue)&&(n.stencilOp(Ye,ct,Ue),Pe=Ye,je=ct,lt=Ue)},setLocked:function(Ye){V=Ye},setClear:function(Ye){me!==Ye&&(n.clearStencil(Ye),me=Ye)},reset:function(){V=!1,ue=null,oe=null,Ie=null,Te=null,Pe=null,je=null,lt=null,me=null}}}let s=new t,a=new i,o=new r,l={},c=new WeakMap,u={},h={},f={},d=new WeakMap,v=[],b=null,g=!1,m=null,y=null,P=null,M=null,D=null,R=null,x=null,A=new yt(0,0,0),H=0,F=!1,U=null,W=null,J=null,O=null,X=null,te=n.getParameter(n.MAX_COMBINED_TEXTURE_IMAGE_UNITS),Y=!1,de=0,ie=n.getParameter(n.VERSION);ie.indexOf("WebGL")!==-1?(de=parseFloat(/^WebGL (\d)/.exec(ie)[1]),Y=de>=1):ie.indexOf("OpenGL ES")!==-1&&(de=parseFloat(/^OpenGL ES (\d)/.exec(ie)[1]),Y=de>=2);let re=null,le={},_e=n.getParameter(n.SCISSOR_BOX),pe=n.getParameter(n.VIEWPORT),$e=new Nn().fromArray(_e),gt=new Nn().fromArray(pe);function et(V,ue,oe,Ie){let Te=new Uint8Array(4),Pe=n.createTexture();n.bindTexture(V,Pe),n.texParameteri(V,n.TEXTURE_MIN_FILTER,n.NEAREST),n.texParameteri(V,n.TEXTURE_MAG_FILTER,n.NEAREST);for(let je=0;je<oe;je++)V===n.TEXTURE_3D||V===n.TEXTURE_2D_ARRAY?n.texImage3D(ue,0,n.RGBA,1,1,Ie,0,n.RGBA,n.UNSIGNED_BYTE,Te):n.texImage2D(ue+je,0,n.RGBA,1,1,0,n.RGBA,n.UNSIGNED_BYTE,Te);return Pe}let qe={};qe[n.TEXTURE_2D]=et(n.TEXTURE_2D,n.TEXTURE_2D,1),qe[n.TEXTURE_CUBE_MAP]=et(n.TEXTURE_CUBE_MAP,n.TEXTURE_CUBE_MAP_POSITIVE_X,6),qe[n.TEXTURE_2D_ARRAY]=et(n.TEXTURE_2D_ARRAY,n.TEXTURE_2D_ARRAY,1,1),qe[n.TEXTURE_3D]=et(n.TEXTURE_3D,n.TEXTURE_3D,1,1),s.setClear(0,0,0,1),a.setClear(1),o.setClear(0),He(n.DEPTH_TEST),a.setFunc(Mo),Mn(!1),Ht(ep),He(n.CULL_FACE),Sn(Sa);function He(V){u[V]!==!0&&(n.enable(V),u[V]=!0)}function at(V){u[V]!==!1&&(n.disable(V),u[V]=!1)}function dt(V,ue){return f[V]!==ue?(n.bindFramebuffer(V,ue),f[V]=ue,V===n.DRAW_FRAMEBUFFER&&(f[n.FRAMEBUFFER]=ue),V===n.FRAMEBUFFER&&(f[n.DRAW_FRAMEBUFFER]=ue),!0):!1}function vt(V,ue){let oe=v,Ie=!1;if(V){oe=d.get(ue),oe===void 0&&(oe=[],d.set(ue,oe));let Te=V.textures;if(oe.length!==Te.length||oe[0]!==n.COLOR_ATTACHMENT0){for(let Pe=0,je=Te.length;Pe<je;Pe++)oe[Pe]=n.COLOR_ATTACHMENT0+Pe;oe.length=Te.length,Ie=!0}}else oe[0]!==n.BACK&&(oe[0]=n.BACK,Ie=!0);Ie&&n.drawBuffers(oe)}function Nt(V){return b!==V?(n.useProgram(V),b=V,!0):!1}let Lt={[Ma]:n.FUNC_ADD,[E_]:n.FUNC_SUBTRACT,[C_]:n.FUNC_REVERSE_SUBTRACT};Lt[Pu]=n.MIN,Lt[R_]=n.MAX;let zt={[P_]:n.ZERO,[Iu]:n.ONE,[I_]:n.SRC_COLOR,[rp]:n.SRC_ALPHA,[O_]:n.SRC_ALPHA_SATURATE,[U_]:n.DST_COLOR,[L_]:n.DST_ALPHA,[D_]:n.ONE_MINUS_SRC_COLOR,[sp]:n.ONE_MINUS_SRC_ALPHA,[F_]:n.ONE_MINUS_DST_COLOR,[N_]:n.ONE_MINUS_DST_ALPHA,[k_]:n.CONSTANT_COLOR,[B_]:n.ONE_MINUS_CONSTANT_COLOR,[z_]:n.CONSTANT_ALPHA,[H_]:n.ONE_MINUS_CONSTANT_ALPHA};function Sn(V,ue,oe,Ie,Te,Pe,je,lt,me,Ye){if(V===Sa){g===!0&&(at(n.BLEND),g=!1);return}if(g===!1&&(He(n.BLEND),g=!0),V!==Ru){if(V!==m||Ye!==F){if((y!==Ma||D!==Ma)&&(n.blendEquation(n.FUNC_ADD),y=Ma,D=Ma),Ye)switch(V){case Do:n.blendFuncSeparate(n.ONE,n.ONE_MINUS_SRC_ALPHA,n.ONE,n.ONE_MINUS_SRC_ALPHA);break;case tp:n.blendFunc(n.ONE,n.ONE);break;case np:n.blendFuncSeparate(n.ZERO,n.ONE_MINUS_SRC_COLOR,n.ZERO,n.ONE);break;case ip:n.blendFuncSeparate(n.DST_COLOR,n.ONE_MINUS_SRC_ALPHA,n.ZERO,n.ONE);break;default:ft("WebGLState: Invalid blending: ",V);break}else switch(V){case Do:n.blendFuncSeparate(n.SRC_ALPHA,n.ONE_MINUS_SRC_ALPHA,n.ONE,n.ONE_MINUS_SRC_ALPHA);break;case tp:n.blendFuncSeparate(n.SRC_ALPHA,n.ONE,n.ONE,n.ONE);break;case np:ft("WebGLState: SubtractiveBlending requires material.premultipliedAlpha = true");break;case ip:ft("WebGLState: MultiplyBlending requires material.premultipliedAlpha = true");break;default:ft("WebGLState: Invalid blending: ",V);break}P=null,M=null,R=null,x=null,A.set(0,0,0),H=0,m=V,F=Ye}return}Te=Te||ue,Pe=Pe||oe,je=je||Ie,(ue!==y||Te!==D)&&(n.blendEquationSeparate(Lt[ue],Lt[Te]),y=ue,D=Te),(oe!==P||Ie!==M||Pe!==R||je!==x)&&(n.blendFuncSeparate(zt[oe],zt[Ie],zt[Pe],zt[je]),P=oe,M=Ie,R=Pe,x=je),(lt.equals(A)===!1||me!==H)&&(n.blendColor(lt.r,lt.g,lt.b,me),A.copy(lt),H=me),m=V,F=!1}function jt(V,ue){V.side===nr?at(n.CULL_FACE):He(n.CULL_FACE);let oe=V.side===Ai;ue&&(oe=!oe),Mn(oe),V.blending===Do&&V.transparent===!1?Sn(Sa):Sn(V.blending,V.blendEquation,V.blendSrc,V.blendDst,V.blendEquationAlpha,V.blendSrcAlpha,V.blendDstAlpha,V.blendColor,V.blendAlpha,V.premultipliedAlpha),a.setFunc(V.depthFunc),a.setTest(V.depthTest),a.setMask(V.depthWrite),s.setMask(V.colorWrite);let Ie=V.stencilWrite;o.setTest(Ie),Ie&&(o.setMask(V.stencilWriteMask),o.setFunc(V.stencilFunc,V.stencilRef,V.stencilFuncMask),o.setOp(V.stencilFail,V.stencilZFail,V.stencilZPass)),wt(V.polygonOffset,V.polygonOffsetFactor,V.polygonOffsetUnits),V.alphaToCoverage===!0?He(n.SAMPLE_ALPHA_TO_COVERAGE):at(n.SAMPLE_ALPHA_TO_COVERAGE)}function Mn(V){U!==V&&(V?n.frontFace(n.CW):n.frontFace(n.CCW),U=V)}function Ht(V){V!==w_?(He(n.CULL_FACE),V!==W&&(V===ep?n.cullFace(n.BACK):V===T_?n.cullFace(n.FRONT):n.cullFace(n.FRONT_AND_BACK))):at(n.CULL_FACE),W=V}function Rn(V){V!==J&&(Y&&n.lineWidth(V),J=V)}function wt(V,ue,oe){V?(He(n.POLYGON_OFFSET_FILL),(O!==ue||X!==oe)&&(O=ue,X=oe,a.getReversed()&&(ue=-ue,oe=-oe),n.polygonOffset(ue,oe))):at(n.POLYGON_OFFSET_FILL)}function Pn(V){V?He(n.SCISSOR_TEST):at(n.SCISSOR_TEST)}function hn(V){V===void 0&&(V=n.TEXTURE0+te-1),re!==V&&(n.activeTexture(V),re=V)}function fn(V,ue,oe){oe===void 0&&(re===null?oe=n.TEXTURE0+te-1:oe=re);let Ie=le[oe];Ie===void 0&&(Ie={type:void 0,texture:void 0},le[oe]=Ie),(Ie.type!==V||Ie.texture!==ue)&&(re!==oe&&(n.activeTexture(oe),re=oe),n.bindTexture(V,ue||qe[V]),Ie.type=V,Ie.texture=ue)}function G(){let V=le[re];V!==void 0&&V.type!==void 0&&(n.bindTexture(V.type,null),V.type=void 0,V.texture=void 0)}function Ne(){try{n.compressedTexImage2D(...arguments)}catch(V){ft("WebGLState:",V)}}function nt(){try{n.compressedTexImage3D(...arguments)}catch(V){ft("WebGLState:",V)}}function pt(){try{n.texSubImage2D(...arguments)}catch(V){ft("WebGLState:",V)}}function we(){try{n.texSubImage3D(...arguments)}catch(V){ft("WebGLState:",V)}}function Ut(){try{n.compressedTexSubImage2D(...arguments)}catch(V){ft("WebGLState:",V)}}function Ke(){try{n.compressedTexSubImage3D(...arguments)}catch(V){ft("WebGLState:",V)}}function it(){try{n.texStorage2D(...arguments)}catch(V){ft("WebGLState:",V)}}function L(){try{n.texStorage3D(...arguments)}catch(V){ft("WebGLState:",V)}}function T(){try{n.texImage2D(...arguments)}catch(V){ft("WebGLState:",V)}}function K(){try{n.texImage3D(...arguments)}catch(V){ft("WebGLState:",V)}}function ge(V){return h[V]!==void 0?h[V]:n.getParameter(V)}function he(V,ue){h[V]!==ue&&(n.pixelStorei(V,ue),h[V]=ue)}function Ae(V){$e.equals(V)===!1&&(n.scissor(V.x,V.y,V.z,V.w),$e.copy(V))}function Ee(V){gt.equals(V)===!1&&(n.viewport(V.x,V.y,V.z,V.w),gt.copy(V))}function ae(V,ue){let oe=c.get(ue);oe===void 0&&(oe=new WeakMap,c.set(ue,oe));let Ie=oe.get(V);Ie===void 0&&(Ie=n.getUniformBlockIndex(ue,V.name),n.uniformBlockBinding(ue,Ie,Ie),oe.set(V,Ie))}function ce(V,ue,oe){let Te=c.get(ue).get(V);l[Te]!==oe&&(n.bindBufferBase(n.UNIFORM_BUFFER,Te,oe),l[Te]=oe)}function be(){n.disable(n.BLEND),n.disable(n.CULL_FACE),n.disable(n.DEPTH_TEST),n.disable(n.POLYGON_OFFSET_FILL),n.disable(n.SCISSOR_TEST),n.disable(n.STENCIL_TEST),n.disable(n.SAMPLE_ALPHA_TO_COVERAGE),n.blendEquation(n.FUNC_ADD),n.blendFunc(n.ONE,n.ZERO),n.blendFuncSeparate(n.ONE,n.ZERO,n.ONE,n.ZERO),n.blendColor(0,0,0,0),n.colorMask(!0,!0,!0,!0),n.clearColor(0,0,0,0),n.depthMask(!0),n.depthFunc(n.LESS),a.setReversed(!1),n.clearDepth(1),n.stencilMask(4294967295),n.stencilFunc(n.ALWAYS,0,4294967295),n.stencilOp(n.KEEP,n.KEEP,n.KEEP),n.clearStencil(0),n.cullFace(n.BACK),n.frontFace(n.CCW),n.polygonOffset(0,0),n.activeTexture(n.TEXTURE0),n.bindFramebuffer(n.FRAMEBUFFER,null),n.bindFramebuffer(n.DRAW_FRAMEBUFFER,null),n.bindFramebuffer(n.READ_FRAMEBUFFER,null),n.useProgram(null),n.lineWidth(1),n.scissor(0,0,n.canvas.width,n.canvas.height),n.viewport(0,0,n.canvas.width,n.canvas.height),n.pixelStorei(n.PACK_ALIGNMENT,4),n.pixelStorei(n.UNPACK_ALIGNMENT,4),n.pixelStorei(n.UNPACK_FLIP_Y_WEBGL,!1),n.pixelStorei(n.UNPACK_PREMULTIPLY_ALPHA_WEBGL,!1),n.pixelStorei(n.UNPACK_COLORSPACE_CONVERSION_WEBGL,n.BROWSER_DEFAULT_WEBGL),n.pixelStorei(n.PACK_ROW_LENGTH,0),n.pixelStorei(n.PACK_SKIP_PIXELS,0),n.pixelStorei(n.PACK_SKIP_ROWS,0),n.pixelStorei(n.UNPACK_ROW_LENGTH,0),n.pixelStorei(n.UNPACK_IMAGE_HEIGHT,0),n.pixelStorei(n.UNPACK_SKIP_PIXELS,0),n.pixelStorei(n.UNPACK_SKIP_ROWS,0),n.pixelStorei(n.UNPACK_SKIP_IMAGES,0),u={},h={},re=null,le={},f={},l={},d=new WeakMap,v=[],b=null,g=!1,m=null,y=null,P=null,M=null,D=null,R=null,x=null,A=new yt(0,0,0),H=0,F=!1,U=null,W=null,J=null,O=null,X=null,$e.set(0,0,n.canvas.width,n.canvas.height),gt.set(0,0,n.canvas.width,n.canvas.height),s.reset(),a.reset(),o.reset()}return{buffers:{color:s,depth:a,stencil:o},enable:He,disable:at,bindFramebuffer:dt,drawBuffers:vt,useProgram:Nt,setBlending:Sn,setMaterial:jt,setFlipSided:Mn,setCullFace:Ht,setLineWidth:Rn,setPolygonOffset:wt,setScissorTest:Pn,activeTexture:hn,bindTexture:fn,unbindTexture:G,compressedTexImage2D:Ne,compressedTexImage3D:nt,texImage2D:T,texImage3D:K,pixelStorei:he,getParameter:ge,updateUBOMapping:ae,uniformBlockBinding:ce,texStorage2D:it,texStorage3D:L,texSubImage2D:pt,texSubImage3D:we,compressedTexSubImage2D:Ut,compressedTexSubImage3D:Ke,scissor:Ae,viewport:Ee,reset:be}}function c7(n,e,t,i,r,s,a){let o=e.has("WEBGL_multisampled_render_to_texture")?e.get("WEBGL_multisampled_render_to_texture"):null,l=typeof navigator>"u"?!1:/OculusBrowser/g.test(navigator.userAgent),c=new tt,u=new WeakMap,h=new Set,f,d=new WeakMap,v=new Set,b=new FinalizationRegistry(L=>v.delete(L)),g=!1;try{g=typeof OffscreenCanvas<"u"&&new OffscreenCanvas(1,1).getContext("2d")!==null}catch{}function m(L,T){return g?new OffscreenCanvas(L,T):Nl("canvas")}function y(L,T,K){let ge=1,he=it(L);if((he.width>K||he.height>K)&&(ge=K/Math.max(he.width,he.height)),ge<1)if(typeof HTMLImageElement<"u"&&L instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&L instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&L instanceof ImageBitmap||typeof VideoFrame<"u"&&L instanceof VideoFrame){let Ae=Math.floor(ge*he.width),Ee=Math.floor(ge*he.height);f===void 0&&(f=m(Ae,Ee));let ae=T?m(Ae,Ee):f;return ae.width=Ae,ae.height=Ee,ae.getContext("2d").drawImage(L,0,0,Ae,Ee),st("WebGLRenderer: Texture has been resized from ("+he.width+"x"+he.height+") to ("+Ae+"x"+Ee+")."),ae}else return"data"in L&&st("WebGLRenderer: Image in DataTexture is too big ("+he.width+"x"+he.height+")."),L;return L}function P(L){return L.generateMipmaps}function M(L){n.generateMipmap(L)}function D(L){return L.isWebGLCubeRenderTarget?n.TEXTURE_CUBE_MAP:L.isWebGL3DRenderTarget?n.TEXTURE_3D:L.isWebGLArrayRenderTarget||L.isCompressedArrayTexture?n.TEXTURE_2D_ARRAY:n.TEXTURE_2D}function R(L,T,K,ge,he,Ae=!1){if(L!==null){if(n[L]!==void 0)return n[L];st("WebGLRenderer: Attempt to use non-existing WebGL internal format '"+L+"'")}let Ee;ge&&(Ee=e.get("EXT_texture_norm16"),Ee||st("WebGLRenderer: Unable to use normalized textures without EXT_texture_norm16 extension"));let ae=T;if(T===n.RED&&(K===n.FLOAT&&(ae=n.R32F),K===n.HALF_FLOAT&&(ae=n.R16F),K===n.UNSIGNED_BYTE&&(ae=n.R8),K===n.UNSIGNED_SHORT&&Ee&&(ae=Ee.R16_EXT),K===n.SHORT&&Ee&&(ae=Ee.R16_SNORM_EXT)),T===n.RED_INTEGER&&(K===n.UNSIGNED_BYTE&&(ae=n.R8UI),K===n.UNSIGNED_SHORT&&(ae=n.R16UI),K===n.UNSIGNED_INT&&(ae=n.R32UI),K===n.BYTE&&(ae=n.R8I),K===n.SHORT&&(ae=n.R16I),K===n.INT&&(ae=n.R32I)),T===n.RG&&(K===n.FLOAT&&(ae=n.RG32F),K===n.HALF_FLOAT&&(ae=n.RG16F),K===n.UNSIGNED_BYTE&&(ae=n.RG8),K===n.UNSIGNED_SHORT&&Ee&&(ae=Ee.RG16_EXT),K===n.SHORT&&Ee&&(ae=Ee.RG16_SNORM_EXT)),T===n.RG_INTEGER&&(K===n.UNSIGNED_BYTE&&(ae=n.RG8UI),K===n.UNSIGNED_SHORT&&(ae=n.RG16UI),K===n.UNSIGNED_INT&&(ae=n.RG32UI),K===n.BYTE&&(ae=n.RG8I),K===n.SHORT&&(ae=n.RG16I),K===n.INT&&(ae=n.RG32I)),T===n.RGB_INTEGER&&(K===n.UNSIGNED_BYTE&&(ae=n.RGB8UI),K===n.UNSIGNED_SHORT&&(ae=n.RGB16UI),K===n.UNSIGNED_INT&&(ae=n.RGB32UI),K===n.BYTE&&(ae=n.RGB8I),K===n.SHORT&&(ae=n.RGB16I),K===n.INT&&(ae=n.RGB32I)),T===n.RGBA_INTEGER&&(K===n.UNSIGNED_BYTE&&(ae=n.RGBA8UI),K===n.UNSIGNED_SHORT&&(ae=n.RGBA16UI),K===n.UNSIGNED_INT&&(ae=n.RGBA32UI),K===n.BYTE&&(ae=n.RGBA8I),K===n.SHORT&&(ae=n.RGBA16I),K===n.INT&&(ae=n.RGBA32I)),T===n.RGB&&(K===n.UNSIGNED_SHORT&&Ee&&(ae=Ee.RGB16_EXT),K===n.SHORT&&Ee&&(ae=Ee.RGB16_SNORM_EXT),K===n.UNSIGNED_INT_5_9_9_9_REV&&(ae=n.RGB9_E5),K===n.UNSIGNED_INT_10F_11F_11F_REV&&(ae=n.R11F_G11F_B10F)),T===n.RGBA){let ce=Ae?Ll:Dt.getTransfer(he);K===n.FLOAT&&(ae=n.RGBA32F),K===n.HALF_FLOAT&&(ae=n.RGBA16F),K===n.UNSIGNED_BYTE&&(ae=ce===Yt?n.SRGB8_ALPHA8:n.RGBA8),K===n.UNSIGNED_SHORT&&Ee&&(ae=Ee.RGBA16_EXT),K===n.SHORT&&Ee&&(ae=Ee.RGBA16_SNORM_EXT),K===n.UNSIGNED_SHORT_4_4_4_4&&(ae=n.RGBA4),K===n.UNSIGNED_SHORT_5_5_5_1&&(ae=n.RGB5_A1)}return(ae===n.R16F||ae===n.R32F||ae===n.RG16F||ae===n.RG32F||ae===n.RGBA16F||ae===n.RGBA32F)&&e.get("EXT_color_buffer_float"),ae}function x(L,T){let K;return L?T===null||T===Hr||T===Uo?K=n.DEPTH24_STENCIL8:T===rr?K=n.DEPTH32F_STENCIL8:T===No&&(K=n.DEPTH24_STENCIL8,st("DepthTexture: 16 bit depth attachment is not supported with stencil. Using 24-bit attachment.")):T===null||T===Hr||T===Uo?K=n.DEPTH_COMPONENT24:T===rr?K=n.DEPTH_COMPONENT32F:T===No&&(K=n.DEPTH_COMPONENT16),K}function A(L,T){return P(L)===!0||L.isFramebufferTexture&&L.minFilter!==ii&&L.minFilter!==wi?Math.log2(Math.max(T.width,T.height))+1:L.mipmaps.length>0?L.mipmaps.length:L.isCompressedTexture&&Array.isArray(L.image)?T.mipmaps.length:1}function H(L){let T=new WeakRef(L);i.get(L).__ref=T,v.add(T),b.register(L,T,T)}function F(L){let T=i.get(L).__ref;T!==void 0&&(v.delete(T),b.unregister(T))}function U(L){J(L.target)}function W(L){O(L.target)}function J(L){L.removeEventListener("dispose",U),F(L),te(L),L.isVideoTexture&&u.delete(L),L.isHTMLTexture&&h.delete(L)}function O(L){L.removeEventListener("dispose",W),F(L),de(L)}function X(){for(let L of v){let T=L.deref();T!==void 0&&(T.isRenderTarget===!0?O(T):J(T))}v.clear(),h.clear()}function te(L){let T=i.get(L);if(T.__webglInit===void 0)return;let K=L.source,ge=d.get(K);if(ge){let he=ge[T.__cacheKey];he.usedTimes--,he.usedTimes===0&&Y(L),Object.keys(ge).length===0&&d.delete(K)}i.remove(L)}function Y(L){let T=i.get(L);n.deleteTexture(T.__webglTexture);let K=L.source,ge=d.get(K);delete ge[T.__cacheKey],a.memory.textures--}function de(L){let T=i.get(L);T.__depthDisposeCallback&&T.__depthDisposeCallback();let K=L.depthTexture;if(K&&K.renderTarget===L&&J(K),L.isWebGLCubeRenderTarget)for(let he=0;he<6;he++){if(Array.isArray(T.__webglFramebuffer[he]))for(let Ae=0;Ae<T.__webglFramebuffer[he].length;Ae++)n.deleteFramebuffer(T.__webglFramebuffer[he][Ae]);else n.deleteFramebuffer(T.__webglFramebuffer[he]);T.__webglDepthbuffer&&n.deleteRenderbuffer(T.__webglDepthbuffer[he])}else{if(Array.isArray(T.__webglFramebuffer))for(let he=0;he<T.__webglFramebuffer.length;he++)n.deleteFramebuffer(T.__webglFramebuffer[he]);else n.deleteFramebuffer(T.__webglFramebuffer);if(T.__webglDepthbuffer&&n.deleteRenderbuffer(T.__webglDepthbuffer),T.__webglMultisampledFramebuffer&&n.deleteFramebuffer(T.__webglMultisampledFramebuffer),T.__webglColorRenderbuffer)for(let he=0;he<T.__webglColorRenderbuffer.length;he++)T.__webglColorRenderbuffer[he]&&n.deleteRenderbuffer(T.__webglColorRenderbuffer[he]);T.__webglDepthRenderbuffer&&n.deleteRenderbuffer(T.__webglDepthRenderbuffer)}let ge=L.textures;for(let he=0,Ae=ge.length;he<Ae;he++){let Ee=i.get(ge[he]);Ee.__webglTexture&&(n.deleteTexture(Ee.__webglTexture),a.memory.textures--),i.remove(ge[he])}i.remove(L)}let ie=0;function re(){ie=0}function le(){return ie}function _e(L){ie=L}function pe(){let L=ie;return L>=r.maxTextures&&st("WebGLTextures: Trying to use "+(L+1)+" texture units while this GPU supports only "+r.maxTextures),ie+=1,L}function $e(L){let T=[];return T.push(L.wrapS),T.push(L.wrapT),T.push(L.wrapR||0),T.push(L.magFilter),T.push(L.minFilter),T.push(L.anisotropy),T.push(L.internalFormat),T.push(L.format),T.push(L.type),T.push(L.generateMipmaps),T.push(L.mipmapsAutoUpdate),T.push(L.premultiplyAlpha),T.push(L.flipY),T.push(L.unpackAlignment),T.push(L.colorSpace),T.join()}function gt(L,T){let K=i.get(L);if(L.isVideoTexture&&Ut(L),L.isRenderTargetTexture===!1&&L.isExternalTexture!==!0&&L.version>0&&K.__version!==L.version){let ge=L.image;if(ge===null)st("WebGLRenderer: Texture marked for update but no image data found.");else if(ge.complete===!1)st("WebGLRenderer: Texture marked for update but image is incomplete");else{jt(K,L,T);return}}else L.isExternalTexture&&(K.__webglTexture=L.sourceTexture?L.sourceTexture:null);t.bindTexture(n.TEXTURE_2D,K.__webglTexture,n.TEXTURE0+T)}function et(L,T){let K=i.get(L);if(L.isRenderTargetTexture===!1&&L.version>0&&K.__version!==L.version){jt(K,L,T);return}else L.isExternalTexture&&(K.__webglTexture=L.sourceTexture?L.sourceTexture:null);t.bindTexture(n.TEXTURE_2D_ARRAY,K.__webglTexture,n.TEXTURE0+T)}function qe(L,T){let K=i.get(L);if(L.isRenderTargetTexture===!1&&L.version>0&&K.__version!==L.version){jt(K,L,T);return}t.bindTexture(n.TEXTURE_3D,K.__webglTexture,n.TEXTURE0+T)}function He(L,T){let K=i.get(L);if(L.version>0&&K.__version!==L.version){Mn(K,L,T);return}t.bindTexture(n.TEXTURE_CUBE_MAP,K.__webglTexture,n.TEXTURE0+T)}let at={[nu]:n.REPEAT,[Fr]:n.CLAMP_TO_EDGE,[iu]:n.MIRRORED_REPEAT},dt={[ii]:n.NEAREST,[W_]:n.NEAREST_MIPMAP_NEAREST,[oc]:n.NEAREST_MIPMAP_LINEAR,[wi]:n.LINEAR,[Uu]:n.LINEAR_MIPMAP_NEAREST,[fs]:n.LINEAR_MIPMAP_LINEAR},vt={[Z_]:n.NEVER,[Sp]:n.ALWAYS,[$_]:n.LESS,[yp]:n.LEQUAL,[J_]:n.EQUAL,[bp]:n.GEQUAL,[K_]:n.GREATER,[j_]:n.NOTEQUAL};function Nt(L,T){if(T.type===rr&&e.has("OES_texture_float_linear")===!1&&(T.magFilter===wi||T.magFilter===Uu||T.magFilter===oc||T.magFilter===fs||T.minFilter===wi||T.minFilter===Uu||T.minFilter===oc||T.minFilter===fs)&&st("WebGLRenderer: Unable to use linear filtering with floating point textures. OES_texture_float_linear not supported on this device."),n.texParameteri(L,n.TEXTURE_WRAP_S,at[T.wrapS]),n.texParameteri(L,n.TEXTURE_WRAP_T,at[T.wrapT]),(L===n.TEXTURE_3D||L===n.TEXTURE_2D_ARRAY)&&n.texParameteri(L,n.TEXTURE_WRAP_R,at[T.wrapR]),n.texParameteri(L,n.TEXTURE_MAG_FILTER,dt[T.magFilter]),n.texParameteri(L,n.TEXTURE_MIN_FILTER,dt[T.minFilter]),T.compareFunction&&(n.texParameteri(L,n.TEXTURE_COMPARE_MODE,n.COMPARE_REF_TO_TEXTURE),n.texParameteri(L,n.TEXTURE_COMPARE_FUNC,vt[T.compareFunction])),e.has("EXT_texture_filter_anisotropic")===!0){if(T.magFilter===ii||T.minFilter!==oc&&T.minFilter!==fs||T.type===rr&&e.has("OES_texture_float_linear")===!1)return;if(T.anisotropy>1||i.get(T).__currentAnisotropy){let K=e.get("EXT_texture_filter_anisotropic");n.texParameterf(L,K.TEXTURE_MAX_ANISOTROPY_EXT,Math.min(T.anisotropy,r.getMaxAnisotropy())),i.get(T).__currentAnisotropy=T.anisotropy}}}function Lt(L,T){let K=!1;L.__webglInit===void 0&&(L.__webglInit=!0,T.addEventListener("dispose",U),H(T));let ge=T.source,he=d.get(ge);he===void 0&&(he={},d.set(ge,he));let Ae=$e(T);if(Ae!==L.__cacheKey){he[Ae]===void 0&&(he[Ae]={texture:n.createTexture(),usedTimes:0},a.memory.textures++,K=!0),he[Ae].usedTimes++;let Ee=he[L.__cacheKey];Ee!==void 0&&(he[L.__cacheKey].usedTimes--,Ee.usedTimes===0&&Y(T)),L.__cacheKey=Ae,L.__webglTexture=he[Ae].texture}return K}function zt(L,T,K){return Math.floor(Math.floor(L/K)/T)}function Sn(L,T,K,ge){let Ae=L.updateRanges;if(Ae.length===0)t.texSubImage2D(n.TEXTURE_2D,0,0,0,T.width,T.height,K,ge,T.data);else{Ae.sort((V,ue)=>V.start-ue.start);let Ee=0;for(let V=1;V<Ae.length;V++){let ue=Ae[Ee],oe=Ae[V],Ie=ue.start+ue.count,Te=zt(oe.start,T.width,4),Pe=zt(ue.start,T.width,4);oe.start<=Ie+1&&Te===Pe&&zt(oe.start+oe.count-1,T.width,4)===Te?ue.count=Math.max(ue.count,oe.start+oe.count-ue.start):(++Ee,Ae[Ee]=oe)}Ae.length=Ee+1;let ae=t.getParameter(n.UNPACK_ROW_LENGTH),ce=t.getParameter(n.UNPACK_SKIP_PIXELS),be=t.getParameter(n.UNPACK_SKIP_ROWS);t.pixelStorei(n.UNPACK_ROW_LENGTH,T.width);for(let V=0,ue=Ae.length;V<ue;V++){let oe=Ae[V],Ie=Math.floor(oe.start/4),Te=Math.ceil(oe.count/4),Pe=Ie%T.width,je=Math.floor(Ie/T.width),lt=Te,me=1;t.pixelStorei(n.UNPACK_SKIP_PIXELS,Pe),t.pixelStorei(n.UNPACK_SKIP_ROWS,je),t.texSubImage2D(n.TEXTURE_2D,0,Pe,je,lt,me,K,ge,T.data)}L.clearUpdateRanges(),t.pixelStorei(n.UNPACK_ROW_LENGTH,ae),t.pixelStorei(n.UNPACK_SKIP_PIXELS,ce),t.pixelStorei(n.UNPACK_SKIP_ROWS,be)}}function jt(L,T,K){let ge=n.TEXTURE_2D;(T.isDataArrayTexture||T.isCompressedArrayTexture)&&(ge=n.TEXTURE_2D_ARRAY),T.isData3DTexture&&(ge=n.TEXTURE_3D);let he=Lt(L,T),Ae=T.source;t.bindTexture(ge,L.__webglTexture,n.TEXTURE0+K);let Ee=i.get(Ae);if(Ae.version!==Ee.__version||he===!0){if(t.activeTexture(n.TEXTURE0+K),(typeof ImageBitmap<"u"&&T.image instanceof ImageBitmap)===!1){let me=Dt.getPrimaries(Dt.workingColorSpace),Ye=T.colorSpace===ps?null:Dt.getPrimaries(T.colorSpace),ct=T.colorSpace===ps||me===Ye?n.NONE:n.BROWSER_DEFAULT_WEBGL;t.pixelStorei(n.UNPACK_FLIP_Y_WEBGL,T.flipY),t.pixelStorei(n.UNPACK_PREMULTIPLY_ALPHA_WEBGL,T.premultiplyAlpha),t.pixelStorei(n.UNPACK_COLORSPACE_CONVERSION_WEBGL,ct)}t.pixelStorei(n.UNPACK_ALIGNMENT,T.unpackAlignment);let ce=y(T.image,!1,r.maxTextureSize);ce=Ke(T,ce);let be=s.convert(T.format,T.colorSpace),V=s.convert(T.type),ue=R(T.internalFormat,be,V,T.normalized,T.colorSpace,T.isVideoTexture);Nt(ge,T);let oe,Ie=T.mipmaps,Te=T.isVideoTexture!==!0,Pe=Ee.__version===void 0||he===!0,je=Ae.dataReady,lt=A(T,ce);if(T.isDepthTexture)ue=x(T.format===js,T.type),Pe&&(Te?t.texStorage2D(n.TEXTURE_2D,1,ue,ce.width,ce.height):t.texImage2D(n.TEXTURE_2D,0,ue,ce.width,ce.height,0,be,V,null));else if(T.isDataTexture)if(Ie.length>0){Te&&Pe&&t.texStorage2D(n.TEXTURE_2D,lt,ue,Ie[0].width,Ie[0].height);for(let me=0,Ye=Ie.length;me<Ye;me++)oe=Ie[me],Te?je&&t.texSubImage2D(n.TEXTURE_2D,me,0,0,oe.width,oe.height,be,V,oe.data):t.texImage2D(n.TEXTURE_2D,me,ue,oe.width,oe.height,0,be,V,oe.data);T.generateMipmaps=!1}else Te?(Pe&&t.texStorage2D(n.TEXTURE_2D,lt,ue,ce.width,ce.height),je&&Sn(T,ce,be,V)):t.texImage2D(n.TEXTURE_2D,0,ue,ce.width,ce.height,0,be,V,ce.data);else if(T.isCompressedTexture)if(T.isCompressedArrayTexture){Te&&Pe&&t.texStorage3D(n.TEXTURE_2D_ARRAY,lt,ue,Ie[0].width,Ie[0].height,ce.depth);for(let me=0,Ye=Ie.length;me<Ye;me++)if(oe=Ie[me],T.format!==ds)if(be!==null)if(Te){if(je)if(T.layerUpdates.size>0){let ct=Dp(oe.width,oe.height,T.format,T.type);for(let Ue of T.layerUpdates){let bt=oe.data.subarray(Ue*ct/oe.data.BYTES_PER_ELEMENT,(Ue+1)*ct/oe.data.BYTES_PER_ELEMENT);t.compressedTexSubImage3D(n.TEXTURE_2D_ARRAY,me,0,0,Ue,oe.width,oe.height,1,be,bt)}}else t.compressedTexSubImage3D(n.TEXTURE_2D_ARRAY,me,0,0,0,oe.width,oe.height,ce.depth,be,oe.data)}else t.compressedTexImage3D(n.TEXTURE_2D_ARRAY,me,ue,oe.width,oe.height,ce.depth,0,oe.data,0,0);else st("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()");else Te?je&&t.texSubImage3D(n.TEXTURE_2D_ARRAY,me,0,0,0,oe.width,oe.height,ce.depth,be,V,oe.data):t.texImage3D(n.TEXTURE_2D_ARRAY,me,ue,oe.width,oe.height,ce.depth,0,be,V,oe.data);T.layerUpdates.size>0&&T.clearLayerUpdates()}else{Te&&Pe&&t.texStorage2D(n.TEXTURE_2D,lt,ue,Ie[0].width,Ie[0].height);for(let me=0,Ye=Ie.length;me<Ye;me++)oe=Ie[me],T.format!==ds?be!==null?Te?je&&t.compressedTexSubImage2D(n.TEXTURE_2D,me,0,0,oe.width,oe.height,be,oe.data):t.compressedTexImage2D(n.TEXTURE_2D,me,ue,oe.width,oe.height,0,oe.data):st("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()"):Te?je&&t.texSubImage2D(n.TEXTURE_2D,me,0,0,oe.width,oe.height,be,V,oe.data):t.texImage2D(n.TEXTURE_2D,me,ue,oe.width,oe.height,0,be,V,oe.data)}else if(T.isDataArrayTexture)if(Te){if(Pe&&t.texStorage3D(n.TEXTURE_2D_ARRAY,lt,ue,ce.width,ce.height,ce.depth),je)if(T.layerUpdates.size>0){let me=Dp(ce.width,ce.height,T.format,T.type);for(let Ye of T.layerUpdates){let ct=ce.data.subarray(Ye*me/ce.data.BYTES_PER_ELEMENT,(Ye+1)*me/ce.data.BYTES_PER_ELEMENT);t.texSubImage3D(n.TEXTURE_2D_ARRAY,0,0,0,Ye,ce.width,ce.height,1,be,V,ct)}T.clearLayerUpdates()}else t.texSubImage3D(n.TEXTURE_2D_ARRAY,0,0,0,0,ce.width,ce.height,ce.depth,be,V,ce.data)}else t.texImage3D(n.TEXTURE_2D_ARRAY,0,ue,ce.width,ce.height,ce.depth,0,be,V,ce.data);else if(T.isData3DTexture)Te?(Pe&&t.texStorage3D(n.TEXTURE_3D,lt,ue,ce.width,ce.height,ce.depth),je&&t.texSubImage3D(n.TEXTURE_3D,0,0,0,0,ce.width,ce.height,ce.depth,be,V,ce.data)):t.texImage3D(n.TEXTURE_3D,0,ue,ce.width,ce.height,ce.depth,0,be,V,ce.data);else if(T.isFramebufferTexture){if(Pe)if(Te)t.texStorage2D(n.TEXTURE_2D,lt,ue,ce.width,ce.height);else{let me=ce.width,Ye=ce.height;for(let ct=0;ct<lt;ct++)t.texImage2D(n.TEXTURE_2D,ct,ue,me,Ye,0,be,V,null),me>>=1,Ye>>=1}}else if(T.isHTMLTexture){if("texElementImage2D"in n){let me=n.canvas;if(me.hasAttribute("layoutsubtree")||me.setAttribute("layoutsubtree","true"),ce.parentNode!==me){me.appendChild(ce),h.add(T),me.onpaint=Ye=>{let ct=Ye.changedElements;for(let Ue of h)ct.includes(Ue.image)&&(Ue.needsUpdate=!0)},me.requestPaint();return}if(n.texElementImage2D.length===3)n.texElementImage2D(n.TEXTURE_2D,n.RGBA8,ce);else{let ct=n.RGBA,Ue=n.RGBA,bt=n.UNSIGNED_BYTE;n.texElementImage2D(n.TEXTURE_2D,0,ct,Ue,bt,ce)}n.texParameteri(n.TEXTURE_2D,n.TEXTURE_MIN_FILTER,n.LINEAR),n.texParameteri(n.TEXTURE_2D,n.TEXTURE_WRAP_S,n.CLAMP_TO_EDGE),n.texParameteri(n.TEXTURE_2D,n.TEXTURE_WRAP_T,n.CLAMP_TO_EDGE)}}else if(Ie.length>0){if(Te&&Pe){let me=it(Ie[0]);t.texStorage2D(n.TEXTURE_2D,lt,ue,me.width,me.height)}for(let me=0,Ye=Ie.length;me<Ye;me++)oe=Ie[me],Te?je&&t.texSubImage2D(n.TEXTURE_2D,me,0,0,be,V,oe):t.texImage2D(n.TEXTURE_2D,me,ue,be,V,oe);T.generateMipmaps=!1}else if(Te){if(Pe){let me=it(ce);t.texStorage2D(n.TEXTURE_2D,lt,ue,me.width,me.height)}je&&t.texSubImage2D(n.TEXTURE_2D,0,0,0,be,V,ce)}else t.texImage2D(n.TEXTURE_2D,0,ue,be,V,ce);P(T)&&T.mipmapsAutoUpdate===!0&&M(ge),Ee.__version=Ae.version,T.onUpdate&&T.onUpdate(T)}L.__version=T.version}function Mn(L,T,K){if(T.image.length!==6)return;let ge=Lt(L,T),he=T.source;t.bindTexture(n.TEXTURE_CUBE_MAP,L.__webglTexture,n.TEXTURE0+K);let Ae=i.get(he);if(he.version!==Ae.__version||ge===!0){t.activeTexture(n.TEXTURE0+K);let Ee=Dt.getPrimaries(Dt.workingColorSpace),ae=T.colorSpace===ps?null:Dt.getPrimaries(T.colorSpace),ce=T.colorSpace===ps||Ee===ae?n.NONE:n.BROWSER_DEFAULT_WEBGL;t.pixelStorei(n.UNPACK_FLIP_Y_WEBGL,T.flipY),t.pixelStorei(n.UNPACK_PREMULTIPLY_ALPHA_WEBGL,T.premultiplyAlpha),t.pixelStorei(n.UNPACK_ALIGNMENT,T.unpackAlignment),t.pixelStorei(n.UNPACK_COLORSPACE_CONVERSION_WEBGL,ce);let be=T.isCompressedTexture||T.image[0].isCompressedTexture,V=T.image[0]&&T.image[0].isDataTexture,ue=[];for(let Ue=0;Ue<6;Ue++)!be&&!V?ue[Ue]=y(T.image[Ue],!0,r.maxCubemapSize):ue[Ue]=V?T.image[Ue].image:T.image[Ue],ue[Ue]=Ke(T,ue[Ue]);let oe=ue[0],Ie=s.convert(T.format,T.colorSpace),Te=s.convert(T.type),Pe=R(T.internalFormat,Ie,Te,T.normalized,T.colorSpace),je=T.isVideoTexture!==!0,lt=Ae.__version===void 0||ge===!0,me=he.dataReady,Ye=A(T,oe);Nt(n.TEXTURE_CUBE_MAP,T);let ct;if(T.isDepthTexture){if(Pe=x(T.format===js,T.type),lt)if(je)t.texStorage2D(n.TEXTURE_CUBE_MAP,1,Pe,oe.width,oe.height);else for(let Ue=0;Ue<6;Ue++)t.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Ue,0,Pe,oe.width,oe.height,0,Ie,Te,null)}else if(be){je&&lt&&t.texStorage2D(n.TEXTURE_CUBE_MAP,Ye,Pe,oe.width,oe.height);for(let Ue=0;Ue<6;Ue++){ct=ue[Ue].mipmaps;for(let bt=0;bt<ct.length;bt++){let sn=ct[bt];T.format!==ds?Ie!==null?je?me&&t.compressedTexSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Ue,bt,0,0,sn.width,sn.height,Ie,sn.data):t.compressedTexImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Ue,bt,Pe,sn.width,sn.height,0,sn.data):st("WebGLRenderer: Attempt to load unsupported compressed texture format in .setTextureCube()"):je?me&&t.texSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Ue,bt,0,0,sn.width,sn.height,Ie,Te,sn.data):t.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Ue,bt,Pe,sn.width,sn.height,0,Ie,Te,sn.data)}}}else{if(ct=T.mipmaps,je&&lt){ct.length>0&&Ye++;let Ue=it(ue[0]);t.texStorage2D(n.TEXTURE_CUBE_MAP,Ye,Pe,Ue.width,Ue.height)}for(let Ue=0;Ue<6;Ue++)if(V){je?me&&t.texSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Ue,0,0,0,ue[Ue].width,ue[Ue].height,Ie,Te,ue[Ue].data):t.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Ue,0,Pe,ue[Ue].width,ue[Ue].height,0,Ie,Te,ue[Ue].data);for(let bt=0;bt<ct.length;bt++){let pi=ct[bt].image[Ue].image;je?me&&t.texSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Ue,bt+1,0,0,pi.width,pi.height,Ie,Te,pi.data):t.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Ue,bt+1,Pe,pi.width,pi.height,0,Ie,Te,pi.data)}}else{je?me&&t.texSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Ue,0,0,0,Ie,Te,ue[Ue]):t.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Ue,0,Pe,Ie,Te,ue[Ue]);for(let bt=0;bt<ct.length;bt++){let sn=ct[bt];je?me&&t.texSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Ue,bt+1,0,0,Ie,Te,sn.image[Ue]):t.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Ue,bt+1,Pe,Ie,Te,sn.image[Ue])}}}P(T)&&T.mipmapsAutoUpdate===!0&&M(n.TEXTURE_CUBE_MAP),Ae.__version=he.version,T.onUpdate&&T.onUpdate(T)}L.__version=T.version}function Ht(L,T,K,ge,he,Ae){let Ee=s.convert(K.format,K.colorSpace),ae=s.convert(K.type),ce=R(K.internalFormat,Ee,ae,K.normalized,K.colorSpace),be=i.get(T),V=i.get(K);if(V.__renderTarget=T,!be.__hasExternalTextures){let ue=Math.max(1,T.width>>Ae),oe=Math.max(1,T.height>>Ae);he===n.TEXTURE_3D||he===n.TEXTURE_2D_ARRAY?t.texImage3D(he,Ae,ce,ue,oe,T.depth,0,Ee,ae,null):t.texImage2D(he,Ae,ce,ue,oe,0,Ee,ae,null)}t.bindFramebuffer(n.FRAMEBUFFER,L),we(T)?o.framebufferTexture2DMultisampleEXT(n.FRAMEBUFFER,ge,he,V.__webglTexture,0,pt(T)):(he===n.TEXTURE_2D||he>=n.TEXTURE_CUBE_MAP_POSITIVE_X&&he<=n.TEXTURE_CUBE_MAP_NEGATIVE_Z)&&n.framebufferTexture2D(n.FRAMEBUFFER,ge,he,V.__webglTexture,Ae),t.bindFramebuffer(n.FRAMEBUFFER,null)}function Rn(L,T,K){if(n.bindRenderbuffer(n.RENDERBUFFER,L),T.depthBuffer){let ge=T.depthTexture,he=ge&&ge.isDepthTexture?ge.type:null,Ae=x(T.stencilBuffer,he),Ee=T.stencilBuffer?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT;we(T)?o.renderbufferStorageMultisampleEXT(n.RENDERBUFFER,pt(T),Ae,T.width,T.height):K?n.renderbufferStorageMultisample(n.RENDERBUFFER,pt(T),Ae,T.width,T.height):n.renderbufferStorage(n.RENDERBUFFER,Ae,T.width,T.height),n.framebufferRenderbuffer(n.FRAMEBUFFER,Ee,n.RENDERBUFFER,L)}else{let ge=T.textures;for(let he=0;he<ge.length;he++){let Ae=ge[he],Ee=s.convert(Ae.format,Ae.colorSpace),ae=s.convert(Ae.type),ce=R(Ae.internalFormat,Ee,ae,Ae.normalized,Ae.colorSpace);we(T)?o.renderbufferStorageMultisampleEXT(n.RENDERBUFFER,pt(T),ce,T.width,T.height):K?n.renderbufferStorageMultisample(n.RENDERBUFFER,pt(T),ce,T.width,T.height):n.renderbufferStorage(n.RENDERBUFFER,ce,T.width,T.height)}}n.bindRenderbuffer(n.RENDERBUFFER,null)}function wt(L,T,K){let ge=T.isWebGLCubeRenderTarget===!0;if(t.bindFramebuffer(n.FRAMEBUFFER,L),!(T.depthTexture&&T.depthTexture.isDepthTexture))throw new Error("THREE.WebGLTextures: renderTarget.depthTexture must be an instance of THREE.DepthTexture.");let he=i.get(T.depthTexture);he.__renderTarget=T;let Ae=ge?T.depthTexture.image[0]:T.depthTexture.image;(!he.__webglTexture||Ae.width!==T.width||Ae.height!==T.height)&&(Ae.width=T.width,Ae.height=T.height,T.depthTexture.needsUpdate=!0),ge?He(T.depthTexture,0):gt(T.depthTexture,0);let Ee=he.__webglTexture,ae=pt(T),ce=ge?n.TEXTURE_CUBE_MAP_POSITIVE_X+K:n.TEXTURE_2D,be=T.depthTexture.format===js?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT;if(T.depthTexture.format===Gs)we(T)?o.framebufferTexture2DMultisampleEXT(n.FRAMEBUFFER,be,ce,Ee,0,ae):n.framebufferTexture2D(n.FRAMEBUFFER,be,ce,Ee,0);else if(T.depthTexture.format===js)we(T)?o.framebufferTexture2DMultisampleEXT(n.FRAMEBUFFER,be,ce,Ee,0,ae):n.framebufferTexture2D(n.FRAMEBUFFER,be,ce,Ee,0);else throw new Error("THREE.WebGLTextures: Unknown depthTexture format.")}function Pn(L){let T=i.get(L),K=L.isWebGLCubeRenderTarget===!0;if(T.__boundDepthTexture!==L.depthTexture){let ge=L.depthTexture;if(T.__depthDisposeCallback&&T.__depthDisposeCallback(),ge){let he=()=>{delete T.__boundDepthTexture,delete T.__depthDisposeCallback,ge.removeEventListener("dispose",he)};ge.addEventListener("dispose",he),T.__depthDisposeCallback=he}T.__boundDepthTexture=ge}if(L.depthTexture&&!T.__autoAllocateDepthBuffer)if(K)for(let ge=0;ge<6;ge++)wt(T.__webglFramebuffer[ge],L,ge);else L.texture.mipmaps.length>0?wt(T.__webglFramebuffer[0],L,0):wt(T.__webglFramebuffer,L,0);else if(K){T.__webglDepthbuffer=[];for(let ge=0;ge<6;ge++)if(t.bindFramebuffer(n.FRAMEBUFFER,T.__webglFramebuffer[ge]),T.__webglDepthbuffer[ge]===void 0)T.__webglDepthbuffer[ge]=n.createRenderbuffer(),Rn(T.__webglDepthbuffer[ge],L,!1);else{let he=L.stencilBuffer?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT,Ae=T.__webglDepthbuffer[ge];n.bindRenderbuffer(n.RENDERBUFFER,Ae),n.framebufferRenderbuffer(n.FRAMEBUFFER,he,n.RENDERBUFFER,Ae)}}else if(L.texture.mipmaps.length>0?t.bindFramebuffer(n.FRAMEBUFFER,T.__webglFramebuffer[0]):t.bindFramebuffer(n.FRAMEBUFFER,T.__webglFramebuffer),T.__webglDepthbuffer===void 0)T.__webglDepthbuffer=n.createRenderbuffer(),Rn(T.__webglDepthbuffer,L,!1);else{let he=L.stencilBuffer?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT,Ae=T.__webglDepthbuffer;n.bindRenderbuffer(n.RENDERBUFFER,Ae),n.framebufferRenderbuffer(n.FRAMEBUFFER,he,n.RENDERBUFFER,Ae)}t.bindFramebuffer(n.FRAMEBUFFER,null)}function hn(L,T,K){let ge=i.get(L);T!==void 0&&Ht(ge.__webglFramebuffer,L,L.texture,n.COLOR_ATTACHMENT0,n.TEXTURE_2D,0),K!==void 0&&Pn(L)}function fn(L){let T=L.texture,K=i.get(L),ge=i.get(T);L.addEventListener("dispose",W),H(L);let he=L.textures,Ae=L.isWebGLCubeRenderTarget===!0,Ee=he.length>1;if(Ee||(ge.__webglTexture===void 0&&(ge.__webglTexture=n.createTexture()),ge.__version=T.version,a.memory.textures++),Ae){K.__webglFramebuffer=[];for(let ae=0;ae<6;ae++)if(T.mipmaps.length>0){K.__webglFramebuffer[ae]=[];for(let ce=0;ce<T.mipmaps.length;ce++)K.__webglFramebuffer[ae][ce]=n.createFramebuffer()}else K.__webglFramebuffer[ae]=n.createFramebuffer()}else{if(T.mipmaps.length>0){K.__webglFramebuffer=[];for(let ae=0;ae<T.mipmaps.length;ae++)K.__webglFramebuffer[ae]=n.createFramebuffer()}else K.__webglFramebuffer=n.createFramebuffer();if(Ee)for(let ae=0,ce=he.length;ae<ce;ae++){let be=i.get(he[ae]);be.__webglTexture===void 0&&(be.__webglTexture=n.createTexture(),a.memory.textures++)}if(L.samples>0&&we(L)===!1){K.__webglMultisampledFramebuffer=n.createFramebuffer(),K.__webglColorRenderbuffer=[],t.bindFramebuffer(n.FRAMEBUFFER,K.__webglMultisampledFramebuffer);for(let ae=0;ae<he.length;ae++){let ce=he[ae];K.__webglColorRenderbuffer[ae]=n.createRenderbuffer(),n.bindRenderbuffer(n.RENDERBUFFER,K.__webglColorRenderbuffer[ae]);let be=s.convert(ce.format,ce.colorSpace),V=s.convert(ce.type),ue=R(ce.internalFormat,be,V,ce.normalized,ce.colorSpace,L.isXRRenderTarget===!0),oe=pt(L);n.renderbufferStorageMultisample(n.RENDERBUFFER,oe,ue,L.width,L.height),n.framebufferRenderbuffer(n.FRAMEBUFFER,n.COLOR_ATTACHMENT0+ae,n.RENDERBUFFER,K.__webglColorRenderbuffer[ae])}n.bindRenderbuffer(n.RENDERBUFFER,null),L.depthBuffer&&(K.__webglDepthRenderbuffer=n.createRenderbuffer(),Rn(K.__webglDepthRenderbuffer,L,!0)),t.bindFramebuffer(n.FRAMEBUFFER,null)}}if(Ae){t.bindTexture(n.TEXTURE_CUBE_MAP,ge.__webglTexture),Nt(n.TEXTURE_CUBE_MAP,T);for(let ae=0;ae<6;ae++)if(T.mipmaps.length>0)for(let ce=0;ce<T.mipmaps.length;ce++)Ht(K.__webglFramebuffer[ae][ce],L,T,n.COLOR_ATTACHMENT0,n.TEXTURE_CUBE_MAP_POSITIVE_X+ae,ce);else Ht(K.__webglFramebuffer[ae],L,T,n.COLOR_ATTACHMENT0,n.TEXTURE_CUBE_MAP_POSITIVE_X+ae,0);P(T)?M(n.TEXTURE_CUBE_MAP):T.mipmaps.length>0&&n.texParameteri(n.TEXTURE_CUBE_MAP,n.TEXTURE_MAX_LEVEL,T.mipmaps.length-1),t.unbindTexture()}else if(Ee){for(let ae=0,ce=he.length;ae<ce;ae++){let be=he[ae],V=i.get(be),ue=n.TEXTURE_2D;(L.isWebGL3DRenderTarget||L.isWebGLArrayRenderTarget)&&(ue=L.isWebGL3DRenderTarget?n.TEXTURE_3D:n.TEXTURE_2D_ARRAY),t.bindTexture(ue,V.__webglTexture),Nt(ue,be),Ht(K.__webglFramebuffer,L,be,n.COLOR_ATTACHMENT0+ae,ue,0),P(be)&&M(ue)}t.unbindTexture()}else{let ae=n.TEXTURE_2D;if((L.isWebGL3DRenderTarget||L.isWebGLArrayRenderTarget)&&(ae=L.isWebGL3DRenderTarget?n.TEXTURE_3D:n.TEXTURE_2D_ARRAY),t.bindTexture(ae,ge.__webglTexture),Nt(ae,T),T.mipmaps.length>0)for(let ce=0;ce<T.mipmaps.length;ce++)Ht(K.__webglFramebuffer[ce],L,T,n.COLOR_ATTACHMENT0,ae,ce);else Ht(K.__webglFramebuffer,L,T,n.COLOR_ATTACHMENT0,ae,0);P(T)?M(ae):T.mipmaps.length>0&&n.texParameteri(ae,n.TEXTURE_MAX_LEVEL,T.mipmaps.length-1),t.unbindTexture()}L.depthBuffer&&Pn(L)}function G(L){let T=L.textures;for(let K=0,ge=T.length;K<ge;K++){let he=T[K];if(P(he)&&he.mipmapsAutoUpdate===!0){let Ae=D(L),Ee=i.get(he).__webglTexture;t.bindTexture(Ae,Ee),M(Ae),t.unbindTexture()}}}let Ne=[];function nt(L){if(L.samples>0){if(we(L)===!1){let T=L.textures,K=L.width,ge=L.height,he=n.COLOR_BUFFER_BIT,Ae=L.stencilBuffer?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT,Ee=i.get(L),ae=T.length>1;if(ae)for(let be=0;be<T.length;be++)t.bindFramebuffer(n.FRAMEBUFFER,Ee.__webglMultisampledFramebuffer),n.framebufferRenderbuffer(n.FRAMEBUFFER,n.COLOR_ATTACHMENT0+be,n.RENDERBUFFER,null),t.bindFramebuffer(n.FRAMEBUFFER,Ee.__webglFramebuffer),n.framebufferTexture2D(n.DRAW_FRAMEBUFFER,n.COLOR_ATTACHMENT0+be,n.TEXTURE_2D,null,0);t.bindFramebuffer(n.READ_FRAMEBUFFER,Ee.__webglMultisampledFramebuffer),L.texture.mipmaps.length>0?t.bindFramebuffer(n.DRAW_FRAMEBUFFER,Ee.__webglFramebuffer[0]):t.bindFramebuffer(n.DRAW_FRAMEBUFFER,Ee.__webglFramebuffer);for(let be=0;be<T.length;be++){if(L.resolveDepthBuffer&&(L.depthBuffer&&(he|=n.DEPTH_BUFFER_BIT),L.stencilBuffer&&L.resolveStencilBuffer&&(he|=n.STENCIL_BUFFER_BIT)),ae){n.framebufferRenderbuffer(n.READ_FRAMEBUFFER,n.COLOR_ATTACHMENT0,n.RENDERBUFFER,Ee.__webglColorRenderbuffer[be]);let V=i.get(T[be]).__webglTexture;n.framebufferTexture2D(n.DRAW_FRAMEBUFFER,n.COLOR_ATTACHMENT0,n.TEXTURE_2D,V,0)}n.blitFramebuffer(0,0,K,ge,0,0,K,ge,he,n.NEAREST),l===!0&&(Ne.length=0,Ne.push(n.COLOR_ATTACHMENT0+be),L.depthBuffer&&L.storeMultisampledDepthBuffer===!1&&Ne.push(Ae),n.invalidateFramebuffer(n.READ_FRAMEBUFFER,Ne))}if(t.bindFramebuffer(n.READ_FRAMEBUFFER,null),t.bindFramebuffer(n.DRAW_FRAMEBUFFER,null),ae)for(let be=0;be<T.length;be++){t.bindFramebuffer(n.FRAMEBUFFER,Ee.__webglMultisampledFramebuffer),n.framebufferRenderbuffer(n.FRAMEBUFFER,n.COLOR_ATTACHMENT0+be,n.RENDERBUFFER,Ee.__webglColorRenderbuffer[be]);let V=i.get(T[be]).__webglTexture;t.bindFramebuffer(n.FRAMEBUFFER,Ee.__webglFramebuffer),n.framebufferTexture2D(n.DRAW_FRAMEBUFFER,n.COLOR_ATTACHMENT0+be,n.TEXTURE_2D,V,0)}t.bindFramebuffer(n.DRAW_FRAMEBUFFER,Ee.__webglMultisampledFramebuffer)}else if(L.depthBuffer&&L.storeMultisampledDepthBuffer===!1&&l){let T=L.stencilBuffer?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT;n.invalidateFramebuffer(n.DRAW_FRAMEBUFFER,[T])}}}function pt(L){return Math.min(r.maxSamples,L.samples)}function we(L){let T=i.get(L);return L.samples>0&&e.has("WEBGL_multisampled_render_to_texture")===!0&&T.__useRenderToTexture!==!1}function Ut(L){let T=a.render.frame;u.get(L)!==T&&(u.set(L,T),L.update())}function Ke(L,T){let K=L.colorSpace,ge=L.format,he=L.type;return L.isCompressedTexture===!0||L.isVideoTexture===!0||K!==Dl&&K!==ps&&(Dt.getTransfer(K)===Yt?(ge!==ds||he!==ir)&&st("WebGLTextures: sRGB encoded textures have to use RGBAFormat and UnsignedByteType."):ft("WebGLTextures: Unsupported texture color space:",K)),T}function it(L){return typeof HTMLImageElement<"u"&&L instanceof HTMLImageElement?(c.width=L.naturalWidth||L.width,c.height=L.naturalHeight||L.height):typeof VideoFrame<"u"&&L instanceof VideoFrame?(c.width=L.displayWidth,c.height=L.displayHeight):(c.width=L.width,c.height=L.height),c}this.allocateTextureUnit=pe,this.resetTextureUnits=re,this.getTextureUnits=le,this.setTextureUnits=_e,this.setTexture2D=gt,this.setTexture2DArray=et,this.setTexture3D=qe,this.setTextureCube=He,this.rebindTextures=hn,this.setupRenderTarget=fn,this.updateRenderTargetMipmap=G,this.updateMultisampleRenderTarget=nt,this.setupDepthRenderbuffer=Pn,this.setupFrameBufferTexture=Ht,this.useMultisampledRTT=we,this.dispose=X}function u7(n,e){function t(i,r=ps){let s,a=Dt.getTransfer(r);if(i===ir)return n.UNSIGNED_BYTE;if(i===Ou)return n.UNSIGNED_SHORT_4_4_4_4;if(i===ku)return n.UNSIGNED_SHORT_5_5_5_1;if(i===gp)return n.UNSIGNED_INT_5_9_9_9_REV;if(i===vp)return n.UNSIGNED_INT_10F_11F_11F_REV;if(i===pp)return n.BYTE;if(i===mp)return n.SHORT;if(i===No)return n.UNSIGNED_SHORT;if(i===Fu)return n.INT;if(i===Hr)return n.UNSIGNED_INT;if(i===rr)return n.FLOAT;if(i===xr)return n.HALF_FLOAT;if(i===_p)return n.ALPHA;if(i===xp)return n.RGB;if(i===ds)return n.RGBA;if(i===Gs)return n.DEPTH_COMPONENT;if(i===js)return n.DEPTH_STENCIL;if(i===Bu)return n.RED;if(i===zu)return n.RED_INTEGER;if(i===Qs)return n.RG;if(i===Hu)return n.RG_INTEGER;if(i===Gu)return n.RGBA_INTEGER;if(i===lc||i===cc||i===uc||i===hc)if(a===Yt)if(s=e.get("WEBGL_compressed_texture_s3tc_srgb"),s!==null){if(i===lc)return s.COMPRESSED_SRGB_S3TC_DXT1_EXT;if(i===cc)return s.COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT;if(i===uc)return s.COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT;if(i===hc)return s.COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT}else return null;else if(s=e.get("WEBGL_compressed_texture_s3tc"),s!==null){if(i===lc)return s.COMPRESSED_RGB_S3TC_DXT1_EXT;if(i===cc)return s.COMPRESSED_RGBA_S3TC_DXT1_EXT;if(i===uc)return s.COMPRESSED_RGBA_S3TC_DXT3_EXT;if(i===hc)return s.COMPRESSED_RGBA_S3TC_DXT5_EXT}else return null;if(i===Vu||i===Wu||i===qu||i===Xu)if(s=e.get("WEBGL_compressed_texture_pvrtc"),s!==null){if(i===Vu)return s.COMPRESSED_RGB_PVRTC_4BPPV1_IMG;if(i===Wu)return s.COMPRESSED_RGB_PVRTC_2BPPV1_IMG;if(i===qu)return s.COMPRESSED_RGBA_PVRTC_4BPPV1_IMG;if(i===Xu)return s.COMPRESSED_RGBA_PVRTC_2BPPV1_IMG}else return null;if(i===Yu||i===Zu||i===$u||i===Ju||i===Ku||i===fc||i===ju)if(s=e.get("WEBGL_compressed_texture_etc"),s!==null){if(i===Yu||i===Zu)return a===Yt?s.COMPRESSED_SRGB8_ETC2:s.COMPRESSED_RGB8_ETC2;if(i===$u)return a===Yt?s.COMPRESSED_SRGB8_ALPHA8_ETC2_EAC:s.COMPRESSED_RGBA8_ETC2_EAC;if(i===Ju)return s.COMPRESSED_R11_EAC;if(i===Ku)return s.COMPRESSED_SIGNED_R11_EAC;if(i===fc)return s.COMPRESSED_RG11_EAC;if(i===ju)return s.COMPRESSED_SIGNED_RG11_EAC}else return null;if(i===Qu||i===eh||i===th||i===nh||i===ih||i===rh||i===sh||i===ah||i===oh||i===lh||i===ch||i===uh||i===hh||i===fh)if(s=e.get("WEBGL_compressed_texture_astc"),s!==null){if(i===Qu)return a===Yt?s.COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR:s.COMPRESSED_RGBA_ASTC_4x4_KHR;if(i===eh)return a===Yt?s.COMPRESSED_SRGB8_ALPHA8_ASTC_5x4_KHR:s.COMPRESSED_RGBA_ASTC_5x4_KHR;if(i===th)return a===Yt?s.COMPRESSED_SRGB8_ALPHA8_ASTC_5x5_KHR:s.COMPRESSED_RGBA_ASTC_5x5_KHR;if(i===nh)return a===Yt?s.COMPRESSED_SRGB8_ALPHA8_ASTC_6x5_KHR:s.COMPRESSED_RGBA_ASTC_6x5_KHR;if(i===ih)return a===Yt?s.COMPRESSED_SRGB8_ALPHA8_ASTC_6x6_KHR:s.COMPRESSED_RGBA_ASTC_6x6_KHR;if(i===rh)return a===Yt?s.COMPRESSED_SRGB8_ALPHA8_ASTC_8x5_KHR:s.COMPRESSED_RGBA_ASTC_8x5_KHR;if(i===sh)return a===Yt?s.COMPRESSED_SRGB8_ALPHA8_ASTC_8x6_KHR:s.COMPRESSED_RGBA_ASTC_8x6_KHR;if(i===ah)return a===Yt?s.COMPRESSED_SRGB8_ALPHA8_ASTC_8x8_KHR:s.COMPRESSED_RGBA_ASTC_8x8_KHR;if(i===oh)return a===Yt?s.COMPRESSED_SRGB8_ALPHA8_ASTC_10x5_KHR:s.COMPRESSED_RGBA_ASTC_10x5_KHR;if(i===lh)return a===Yt?s.COMPRESSED_SRGB8_ALPHA8_ASTC_10x6_KHR:s.COMPRESSED_RGBA_ASTC_10x6_KHR;if(i===ch)return a===Yt?s.COMPRESSED_SRGB8_ALPHA8_ASTC_10x8_KHR:s.COMPRESSED_RGBA_ASTC_10x8_KHR;if(i===uh)return a===Yt?s.COMPRESSED_SRGB8_ALPHA8_ASTC_10x10_KHR:s.COMPRESSED_RGBA_ASTC_10x10_KHR;if(i===hh)return a===Yt?s.COMPRESSED_SRGB8_ALPHA8_ASTC_12x10_KHR:s.COMPRESSED_RGBA_ASTC_12x10_KHR;if(i===fh)return a===Yt?s.COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR:s.COMPRESSED_RGBA_ASTC_12x12_KHR}else return null;if(i===dh||i===ph||i===mh)if(s=e.get("EXT_texture_compression_bptc"),s!==null){if(i===dh)return a===Yt?s.COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT:s.COMPRESSED_RGBA_BPTC_UNORM_EXT;if(i===ph)return s.COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT;if(i===mh)return s.COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT}else return null;if(i===gh||i===vh||i===dc||i===_h)if(s=e.get("EXT_texture_compression_rgtc"),s!==null){if(i===gh)return s.COMPRESSED_RED_RGTC1_EXT;if(i===vh)return s.COMPRESSED_SIGNED_RED_RGTC1_EXT;if(i===dc)return s.COMPRESSED_RED_GREEN_RGTC2_EXT;if(i===_h)return s.COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT}else return null;return i===Uo?n.UNSIGNED_INT_24_8:n[i]!==void 0?n[i]:null}return{convert:t}}var Hp=class extends gr{constructor(){super(),this.enabled=this.isPresenting=!1}getEnvironmentBlendMode(){}setAnimationLoop(){}dispose(){}},h7=new Zt,zx=new mt;zx.set(-1,0,0,0,1,0,0,0,1);function f7(n,e){function t(g,m){g.matrixAutoUpdate===!0&&g.updateMatrix(),m.value.copy(g.matrix)}function i(g,m){m.color.getRGB(g.fogColor.value,Rp(n)),m.isFog?(g.fogNear.value=m.near,g.fogFar.value=m.far):m.isFogExp2&&(g.fogDensity.value=m.density)}function r(g,m,y,P,M){m.isNodeMaterial?m.uniformsNeedUpdate=!1:m.isMeshBasicMaterial?s(g,m):m.isMeshLambertMaterial?(s(g,m),m.envMap&&(g.envMapIntensity.value=m.envMapIntensity)):m.isMeshToonMaterial?(s(g,m),h(g,m)):m.isMeshPhongMaterial?(s(g,m),u(g,m),m.envMap&&(g.envMapIntensity.value=m.envMapIntensity)):m.isMeshStandardMaterial?(s(g,m),f(g,m),m.isMeshPhysicalMaterial&&d(g,m,M)):m.isMeshMatcapMaterial?(s(g,m),v(g,m)):m.isMeshDepthMaterial?s(g,m):m.isMeshDistanceMaterial?(s(g,m),b(g,m)):m.isMeshNormalMaterial?s(g,m):m.isLineBasicMaterial?(a(g,m),m.isLineDashedMaterial&&o(g,m)):m.isPointsMaterial?l(g,m,y,P):m.isSpriteMaterial?c(g,m):m.isShadowMaterial?(g.color.value.copy(m.color),g.opacity.value=m.opacity):m.isShaderMaterial&&(m.uniformsNeedUpdate=!1)}function s(g,m){g.opacity.value=m.opacity,m.color&&g.diffuse.value.copy(m.color),m.emissive&&g.emissive.value.copy(m.emissive).multiplyScalar(m.emissiveIntensity),m.map&&(g.map.value=m.map,t(m.map,g.mapTransform)),m.alphaMap&&(g.alphaMap.value=m.alphaMap,t(m.alphaMap,g.alphaMapTransform)),m.bumpMap&&(g.bumpMap.value=m.bumpMap,t(m.bumpMap,g.bumpMapTransform),g.bumpScale.value=m.bumpScale,m.side===Ai&&(g.bumpScale.value*=-1)),m.normalMap&&(g.normalMap.value=m.normalMap,t(m.normalMap,g.normalMapTransform),g.normalScale.value.copy(m.normalScale),m.side===Ai&&g.normalScale.value.negate()),m.displacementMap&&(g.displacementMap.value=m.displacementMap,t(m.displacementMap,g.displacementMapTransform),g.displacementScale.value=m.displacementScale,g.displacementBias.value=m.displacementBias),m.emissiveMap&&(g.emissiveMap.value=m.emissiveMap,t(m.emissiveMap,g.emissiveMapTransform)),m.specularMap&&(g.specularMap.value=m.specularMap,t(m.specularMap,g.specularMapTransform)),m.alphaTest>0&&(g.alphaTest.value=m.alphaTest);let y=e.get(m),P=y.envMap,M=y.envMapRotation;P&&(g.envMap.value=P,g.envMapRotation.value.setFromMatrix4(h7.makeRotationFromEuler(M)).transpose(),P.isCubeTexture&&P.isRenderTargetTexture===!1&&g.envMapRotation.value.premultiply(zx),g.reflectivity.value=m.reflectivity,g.ior.value=m.ior,g.refractionRatio.value=m.refractionRatio),m.lightMap&&(g.lightMap.value=m.lightMap,g.lightMapIntensity.value=m.lightMapIntensity,t(m.lightMap,g.lightMapTransform)),m.aoMap&&(g.aoMap.value=m.aoMap,g.aoMapIntensity.value=m.aoMapIntensity,t(m.aoMap,g.aoMapTransform))}function a(g,m){g.diffuse.value.copy(m.color),g.opacity.value=m.opacity,m.map&&(g.map.value=m.map,t(m.map,g.mapTransform))}function o(g,m){g.dashSize.value=m.dashSize,g.totalSize.value=m.dashSize+m.gapSize,g.scale.value=m.scale}function l(g,m,y,P){g.diffuse.value.copy(m.color),g.opacity.value=m.opacity,g.size.value=m.size*y,g.scale.value=P*.5,m.map&&(g.map.value=m.map,t(m.map,g.uvTransform)),m.alphaMap&&(g.alphaMap.value=m.alphaMap,t(m.alphaMap,g.alphaMapTransform)),m.alphaTest>0&&(g.alphaTest.value=m.alphaTest)}function c(g,m){g.diffuse.value.copy(m.color),g.opacity.value=m.opacity,g.rotation.value=m.rotation,m.map&&(g.map.value=m.map,t(m.map,g.mapTransform)),m.alphaMap&&(g.alphaMap.value=m.alphaMap,t(m.alphaMap,g.alphaMapTransform)),m.alphaTest>0&&(g.alphaTest.value=m.alphaTest)}function u(g,m){g.specular.value.copy(m.specular),g.shininess.value=Math.max(m.shininess,1e-4)}function h(g,m){m.gradientMap&&(g.gradientMap.value=m.gradientMap)}function f(g,m){g.metalness.value=m.metalness,m.metalnessMap&&(g.metalnessMap.value=m.metalnessMap,t(m.metalnessMap,g.metalnessMapTransform)),g.roughness.value=m.roughness,m.roughnessMap&&(g.roughnessMap.value=m.roughnessMap,t(m.roughnessMap,g.roughnessMapTransform)),m.envMap&&(g.envMapIntensity.value=m.envMapIntensity)}function d(g,m,y){g.ior.value=m.ior,m.diffuseRoughness>0&&(g.diffuseRoughness.value=m.diffuseRoughness,m.diffuseRoughnessMap&&(g.diffuseRoughnessMap.value=m.diffuseRoughnessMap,t(m.diffuseRoughnessMap,g.diffuseRoughnessMapTransform))),m.sheen>0&&(g.sheenColor.value.copy(m.sheenColor).multiplyScalar(m.sheen),g.sheenRoughness.value=m.sheenRoughness,m.sheenColorMap&&(g.sheenColorMap.value=m.sheenColorMap,t(m.sheenColorMap,g.sheenColorMapTransform)),m.sheenRoughnessMap&&(g.sheenRoughnessMap.value=m.sheenRoughnessMap,t(m.sheenRoughnessMap,g.sheenRoughnessMapTransform))),m.clearcoat>0&&(g.clearcoat.value=m.clearcoat,g.clearcoatRoughness.value=m.clearcoatRoughness,m.clearcoatMap&&(g.clearcoatMap.value=m.clearcoatMap,t(m.clearcoatMap,g.clearcoatMapTransform)),m.clearcoatRoughnessMap&&(g.clearcoatRoughnessMap.value=m.clearcoatRoughnessMap,t(m.clearcoatRoughnessMap,g.clearcoatRoughnessMapTransform)),m.clearcoatNormalMap&&(g.clearcoatNormalMap.value=m.clearcoatNormalMap,t(m.clearcoatNormalMap,g.clearcoatNormalMapTransform),g.clearcoatNormalScale.value.copy(m.clearcoatNormalScale),m.side===Ai&&g.clearcoatNormalScale.value.negate())),m.dispersion>0&&(g.dispersion.value=m.dispersion),m.retroreflectivity>0&&(g.retroreflectivity.value=m.retroreflectivity),m.iridescence>0&&(g.iridescence.value=m.iridescence,g.iridescenceIOR.value=m.iridescenceIOR,g.iridescenceThicknessMinimum.value=m.iridescenceThicknessMinimum,g.iridescenceThicknessMaximum.value=m.iridescenceThicknessMaximum,m.iridescenceMap&&(g.iridescenceMap.value=m.iridescenceMap,t(m.iridescenceMap,g.iridescenceMapTransform)),m.iridescenceThicknessMap&&(g.iridescenceThicknessMap.value=m.iridescenceThicknessMap,t(m.iridescenceThicknessMap,g.iridescenceThicknessMapTransform))),m.transmission>0&&(g.transmission.value=m.transmission,g.transmissionSamplerMap.value=y.texture,g.transmissionSamplerSize.value.set(y.width,y.height),m.transmissionMap&&(g.transmissionMap.value=m.transmissionMap,t(m.transmissionMap,g.transmissionMapTransform)),g.thickness.value=m.thickness,m.thicknessMap&&(g.thicknessMap.value=m.thicknessMap,t(m.thicknessMap,g.thicknessMapTransform)),g.attenuationDistance.value=m.attenuationDistance,g.attenuationColor.value.copy(m.attenuationColor)),m.anisotropy>0&&(g.anisotropyVector.value.set(m.anisotropy*Math.cos(m.anisotropyRotation),m.anisotropy*Math.sin(m.anisotropyRotation)),m.anisotropyMap&&(g.anisotropyMap.value=m.anisotropyMap,t(m.anisotropyMap,g.anisotropyMapTransform))),g.specularIntensity.value=m.specularIntensity,g.specularColor.value.copy(m.specularColor),m.specularColorMap&&(g.specularColorMap.value=m.specularColorMap,t(m.specularColorMap,g.specularColorMapTransform)),m.specularIntensityMap&&(g.specularIntensityMap.value=m.specularIntensityMap,t(m.specularIntensityMap,g.specularIntensityMapTransform))}function v(g,m){m.matcap&&(g.matcap.value=m.matcap)}function b(g,m){let y=e.get(m).light;g.referencePosition.value.setFromMatrixPosition(y.matrixWorld),g.nearDistance.value=y.shadow.camera.near,g.farDistance.value=y.shadow.camera.far}return{refreshFogUniforms:i,refreshMaterialUniforms:r}}function d7(n,e,t,i){let r={},s={};function a(y,P){let M=P.program;i.uniformBlockBinding(y,M,r[y.id])}function o(y,P){let M=r[y.id];M===void 0&&(v(y),M=l(y),r[y.id]=M,y.addEventListener("dispose",g));let D=P.program;i.updateUBOMapping(y,D);let R=e.render.frame;s[y.id]!==R&&(c(y),s[y.id]=R)}function l(y){let P=n.createBuffer(),M=y.__size,D=y.usage;return n.bindBuffer(n.UNIFORM_BUFFER,P),n.bufferData(n.UNIFORM_BUFFER,M,D),n.bindBuffer(n.UNIFORM_BUFFER,null),P}function c(y){let P=r[y.id],M=y.uniforms,D=y.__cache;n.bindBuffer(n.UNIFORM_BUFFER,P);for(let R=0,x=M.length;R<x;R++){let A=M[R];if(Array.isArray(A))for(let H=0,F=A.length;H<F;H++)u(A[H],R,H,D);else u(A,R,0,D)}n.bindBuffer(n.UNIFORM_BUFFER,null)}function u(y,P,M,D){if(f(y,P,M,D)===!0){let R=y.__offset,x=y.value;if(Array.isArray(x)){let A=0;for(let H=0;H<x.length;H++){let F=x[H],U=b(F,!0);h(F,y.__data,A),A+=U.storage/Float32Array.BYTES_PER_ELEMENT}}else h(x,y.__data,0);n.bufferSubData(n.UNIFORM_BUFFER,R,y.__data)}}function h(y,P,M){typeof y=="number"||typeof y=="boolean"?P[M]=y:y.isMatrix3?(P[M]=y.elements[0],P[M+1]=y.elements[1],P[M+2]=y.elements[2],P[M+3]=0,P[M+4]=y.elements[3],P[M+5]=y.elements[4],P[M+6]=y.elements[5],P[M+7]=0,P[M+8]=y.elements[6],P[M+9]=y.elements[7],P[M+10]=y.elements[8],P[M+11]=0):ArrayBuffer.isView(y)?P.set(y.subarray(0,P.length-M),M):y.toArray(P,M)}function f(y,P,M,D){let R=y.value,x=P+"_"+M;if(Array.isArray(R)){D[x]===void 0&&(D[x]=[]);let A=D[x],H=!1;for(let F=0;F<R.length;F++)d(R[F],A,F)===!0&&(H=!0);return H}return d(R,D,x)}function d(y,P,M){if(P[M]===void 0)return typeof y=="number"||typeof y=="boolean"?P[M]=y:ArrayBuffer.isView(y)?P[M]=y.slice():P[M]=y.clone(),!0;{let D=P[M];if(typeof y=="number"||typeof y=="boolean"){if(D!==y)return P[M]=y,!0}else{if(ArrayBuffer.isView(y))return!0;if(D.equals(y)===!1)return D.copy(y),!0}}return!1}function v(y){let P=y.uniforms,M=0,D=16;for(let x=0,A=P.length;x<A;x++){let H=Array.isArray(P[x])?P[x]:[P[x]];for(let F=0,U=H.length;F<U;F++){let W=H[F],J=Array.isArray(W.value)?W.value:[W.value],O=Array.isArray(P[x])||Array.isArray(W.value),X=M;for(let Y=0,de=J.length;Y<de;Y++){let ie=J[Y],re=b(ie,O),le=M%D,_e=le%re.boundary,pe=le+_e;M+=_e,pe!==0&&D-pe<re.storage&&(M+=D-pe),Y===0&&(X=M),M+=re.storage}let te=W.type==="int"?Int32Array:W.type==="uint"?Uint32Array:Float32Array;W.__data=new te((M-X)/Float32Array.BYTES_PER_ELEMENT),W.__offset=X}}let R=M%D;return R>0&&(M+=D-R),y.__size=M,y.__cache={},this}function b(y,P){let M={boundary:0,storage:0};return typeof y=="number"||typeof y=="boolean"?(M.boundary=4,M.storage=4):y.isVector2?(M.boundary=8,M.storage=8):y.isVector3||y.isColor?(M.boundary=16,M.storage=12):y.isVector4?(M.boundary=16,M.storage=16):y.isMatrix3?(M.boundary=16,M.storage=48):y.isMatrix4?(M.boundary=16,M.storage=64):y.isTexture?st("WebGLRenderer: Texture samplers can not be part of an uniforms group."):ArrayBuffer.isView(y)?(M.boundary=16,M.storage=y.byteLength):st("WebGLRenderer: Unsupported uniform value type.",y),P===!0&&(M.boundary=16,M.storage=Math.ceil(M.storage/16)*16),M}function g(y){let P=y.target;P.removeEventListener("dispose",g),n.deleteBuffer(r[P.id]),delete r[P.id],delete s[P.id]}function m(){for(let y in r)n.deleteBuffer(r[y]);r={},s={}}return{bind:a,update:o,dispose:m}}var p7=new Uint16Array([12469,15057,12620,14925,13266,14620,13807,14376,14323,13990,14545,13625,14713,13328,14840,12882,14931,12528,14996,12233,15039,11829,15066,11525,15080,11295,15085,10976,15082,10705,15073,10495,13880,14564,13898,14542,13977,14430,14158,14124,14393,13732,14556,13410,14702,12996,14814,12596,14891,12291,14937,11834,14957,11489,14958,11194,14943,10803,14921,10506,14893,10278,14858,9960,14484,14039,14487,14025,14499,13941,14524,13740,14574,13468,14654,13106,14743,12678,14818,12344,14867,11893,14889,11509,14893,11180,14881,10751,14852,10428,14812,10128,14765,9754,14712,9466,14764,13480,14764,13475,14766,13440,14766,13347,14769,13070,14786,12713,14816,12387,14844,11957,14860,11549,14868,11215,14855,10751,14825,10403,14782,10044,14729,9651,14666,9352,14599,9029,14967,12835,14966,12831,14963,12804,14954,12723,14936,12564,14917,12347,14900,11958,14886,11569,14878,11247,14859,10765,14828,10401,14784,10011,14727,9600,14660,9289,14586,8893,14508,8533,15111,12234,15110,12234,15104,12216,15092,12156,15067,12010,15028,11776,14981,11500,14942,11205,14902,10752,14861,10393,14812,9991,14752,9570,14682,9252,14603,8808,14519,8445,14431,8145,15209,11449,15208,11451,15202,11451,15190,11438,15163,11384,15117,11274,15055,10979,14994,10648,14932,10343,14871,9936,14803,9532,14729,9218,14645,8742,14556,8381,14461,8020,14365,7603,15273,10603,15272,10607,15267,10619,15256,10631,15231,10614,15182,10535,15118,10389,15042,10167,14963,9787,14883,9447,14800,9115,14710,8665,14615,8318,14514,7911,14411,7507,14279,7198,15314,9675,15313,9683,15309,9712,15298,9759,15277,9797,15229,9773,15166,9668,15084,9487,14995,9274,14898,8910,14800,8539,14697,8234,14590,7790,14479,7409,14367,7067,14178,6621,15337,8619,15337,8631,15333,8677,15325,8769,15305,8871,15264,8940,15202,8909,15119,8775,15022,8565,14916,8328,14804,8009,14688,7614,14569,7287,14448,6888,14321,6483,14088,6171,15350,7402,15350,7419,15347,7480,15340,7613,15322,7804,15287,7973,15229,8057,15148,8012,15046,7846,14933,7611,14810,7357,14682,7069,14552,6656,14421,6316,14251,5948,14007,5528,15356,5942,15356,5977,15353,6119,15348,6294,15332,6551,15302,6824,15249,7044,15171,7122,15070,7050,14949,6861,14818,6611,14679,6349,14538,6067,14398,5651,14189,5311,13935,4958,15359,4123,15359,4153,15356,4296,15353,4646,15338,5160,15311,5508,15263,5829,15188,6042,15088,6094,14966,6001,14826,5796,14678,5543,14527,5287,14377,4985,14133,4586,13869,4257,15360,1563,15360,1642,15358,2076,15354,2636,15341,3350,15317,4019,15273,4429,15203,4732,15105,4911,14981,4932,14836,4818,14679,4621,14517,4386,14359,4156,14083,3795,13808,3437,15360,122,15360,137,15358,285,15355,636,15344,1274,15322,2177,15281,2765,15215,3223,15120,3451,14995,3569,14846,3567,14681,3466,14511,3305,14344,3121,14037,2800,13753,2467,15360,0,15360,1,15359,21,15355,89,15346,253,15325,479,15287,796,15225,1148,15133,1492,15008,1749,14856,1882,14685,1886,14506,1783,14324,1608,13996,1398,13702,1183]),Gr=null;function m7(){return Gr===null&&(Gr=new Hl(p7,16,16,Qs,xr),Gr.name="DFG_LUT",Gr.minFilter=wi,Gr.magFilter=wi,Gr.wrapS=Fr,Gr.wrapT=Fr,Gr.generateMipmaps=!1,Gr.needsUpdate=!0),Gr}var Sh=class{constructor(e={}){let{canvas:t=ex(),context:i=null,depth:r=!0,stencil:s=!1,alpha:a=!1,antialias:o=!1,premultipliedAlpha:l=!0,preserveDrawingBuffer:c=!1,powerPreference:u="default",failIfMajorPerformanceCaveat:h=!1,reversedDepthBuffer:f=!1,outputBufferType:d=ir}=e;this.isWebGLRenderer=!0;let v;if(i!==null){if(typeof WebGLRenderingContext<"u"&&i instanceof WebGLRenderingContext)throw new Error("THREE.WebGLRenderer: WebGL 1 is not supported since r163.");v=i.getContextAttributes().alpha}else v=a;let b=d,g=new Set([Gu,Hu,zu]),m=new Set([ir,Hr,No,Uo,Ou,ku]),y=new Uint32Array(4),P=new Int32Array(4),M={textures:[],min:[],max:[],resolution:[]},D=null,R=null,x=[],A=[],H=null;this.domElement=t,this.debug={checkShaderErrors:!0,diagnostics:{keywords:!1},onShaderError:null},this.autoClear=!0,this.autoClearColor=!0,this.autoClearDepth=!0,this.autoClearStencil=!0,this.sortObjects=!0,this.clippingPlanes=[],this.localClippingEnabled=!1,this.toneMapping=zr,this.toneMappingExposure=1,this.transmissionResolutionScale=1;let F=this,U=!1,W=null,J=null,O=null,X=null;this._outputColorSpace=Gi;let te=0,Y=0,de=null,ie=-1,re=null,le=new Nn,_e=new Nn,pe=null,$e=new yt(0),gt=0,et=t.width,qe=t.height,He=1,at=null,dt=null,vt=new Nn(0,0,et,qe),Nt=new Nn(0,0,et,qe),Lt=!1,zt=new Vs,Sn=new cu,jt=!1,Mn=!1,Ht=new Zt,Rn=new j,wt=new Nn,Pn={background:null,fog:null,environment:null,overrideMaterial:null,isScene:!0},hn=!1;function fn(){return de===null?He:1}let G=i;function Ne(C,q){return t.getContext(C,q)}let nt,pt,we,Ut,Ke,it,L,T,K,ge,he,Ae,Ee,ae,ce,be,V,ue,oe,Ie,Te,Pe,je;try{let C={alpha:!0,depth:r,stencil:s,antialias:o,premultipliedAlpha:l,preserveDrawingBuffer:c,powerPreference:u,failIfMajorPerformanceCaveat:h};if("setAttribute"in t&&t.setAttribute("data-engine",`three.js r${"187"}`),t.addEventListener("webglcontextlost",Ye,!1),t.addEventListener("webglcontextrestored",ct,!1),t.addEventListener("webglcontextcreationerror",Ue,!1),G===null){let q="webgl2";if(G=Ne(q,C),G===null)throw Ne(q)?new Error("THREE.WebGLRenderer: Error creating WebGL context with your selected attributes."):new Error("THREE.WebGLRenderer: Error creating WebGL context.")}lt()}catch(C){throw t.removeEventListener("webglcontextlost",Ye,!1),t.removeEventListener("webglcontextrestored",ct,!1),t.removeEventListener("webglcontextcreationerror",Ue,!1),ft("WebGLRenderer: "+C.message),C}function lt(){nt=new C6(G),nt.init(),Te=new u7(G,nt),pt=new v6(G,nt,e,Te),we=new l7(G,nt),pt.reversedDepthBuffer&&f&&we.buffers.depth.setReversed(!0),J=G.createFramebuffer(),O=G.createFramebuffer(),X=G.createFramebuffer(),Ut=new I6(G),Ke=new Zw,it=new c7(G,nt,we,Ke,pt,Te,Ut),L=new E6(F),T=new LS(G),Pe=new m6(G,T),K=new R6(G,T,Ut,Pe),ge=new L6(G,K,T,Pe,Ut),ue=new D6(G,pt,it),ce=new _6(Ke),he=new Yw(F,L,nt,pt,Pe,ce),Ae=new f7(F,Ke),Ee=new Jw,ae=new n7(nt),V=new p6(F,L,we,ge,v,l),be=new o7(F,ge,pt),je=new d7(G,Ut,pt,we),oe=new g6(G,nt,Ut),Ie=new P6(G,nt,Ut),Ut.programs=he.programs,F.capabilities=pt,F.extensions=nt,F.properties=Ke,F.renderLists=Ee,F.shadowMap=be,F.state=we,F.info=Ut}b!==ir&&(H=new U6(b,t.width,t.height,o,r,s));let me=new Hp(F,G);this.xr=me,this.getContext=function(){return G},this.getContextAttributes=function(){return G.getContextAttributes()},this.forceContextLoss=function(){let C=nt.get("WEBGL_lose_context");C&&C.loseContext()},this.forceContextRestore=function(){let C=nt.get("WEBGL_lose_context");C&&C.restoreContext()},this.getPixelRatio=function(){return He},this.setPixelRatio=function(C){C!==void 0&&(He=C,this.setSize(et,qe,!1))},this.getSize=function(C){return C.set(et,qe)},this.setSize=function(C,q,se=!0){if(me.isPresenting){st("WebGLRenderer: Can't change size while VR device is presenting.");return}et=C,qe=q,t.width=Math.floor(C*He),t.height=Math.floor(q*He),se===!0&&(t.style.width=C+"px",t.style.height=q+"px"),H!==null&&H.setSize(t.width,t.height),this.setViewport(0,0,C,q)},this.getDrawingBufferSize=function(C){return C.set(et*He,qe*He).floor()},this.setDrawingBufferSize=function(C,q,se){et=C,qe=q,He=se,t.width=Math.floor(C*se),t.height=Math.floor(q*se),this.setViewport(0,0,C,q)},this.setEffects=function(C){if(b===ir){ft("WebGLRenderer: setEffects() requires outputBufferType set to HalfFloatType or FloatType.");return}if(C){for(let q=0;q<C.length;q++)if(C[q].isOutputPass===!0){st("WebGLRenderer: OutputPass is not needed in setEffects(). Tone mapping and color space conversion are applied automatically.");break}}H.setEffects(C||[])},this.getCurrentViewport=function(C){return C.copy(le)},this.getViewport=function(C){return C.copy(vt)},this.setViewport=function(C,q,se,Q){C.isVector4?vt.set(C.x,C.y,C.z,C.w):vt.set(C,q,se,Q),we.viewport(le.copy(vt).multiplyScalar(fn()).round())},this.getScissor=function(C){return C.copy(Nt)},this.setScissor=function(C,q,se,Q){C.isVector4?Nt.set(C.x,C.y,C.z,C.w):Nt.set(C,q,se,Q),we.scissor(_e.copy(Nt).multiplyScalar(fn()).round())},this.getScissorTest=function(){return Lt},this.setScissorTest=function(C){we.setScissorTest(Lt=C)},this.setOpaqueSort=function(C){at=C},this.setTransparentSort=function(C){dt=C},this.getClearColor=function(C){return C.copy(V.getClearColor())},this.setClearColor=function(){V.setClearColor(...arguments)},this.getClearAlpha=function(){return V.getClearAlpha()},this.setClearAlpha=function(){V.setClearAlpha(...arguments)},this.clear=function(C=!0,q=!0,se=!0){let Q=0;if(C){let ee=!1;if(de!==null){let De=de.texture.format;ee=g.has(De)}if(ee){let De=de.texture.type,Fe=m.has(De),Le=V.getClearColor(),Oe=V.getClearAlpha(),Je=Le.r,ht=Le.g,At=Le.b;Fe?(y[0]=Je,y[1]=ht,y[2]=At,y[3]=Oe,G.clearBufferuiv(G.COLOR,0,y)):(P[0]=Je,P[1]=ht,P[2]=At,P[3]=Oe,G.clearBufferiv(G.COLOR,0,P))}else Q|=G.COLOR_BUFFER_BIT}q&&(Q|=G.DEPTH_BUFFER_BIT,this.state.buffers.depth.setMask(!0)),se&&(Q|=G.STENCIL_BUFFER_BIT,this.state.buffers.stencil.setMask(4294967295)),Q!==0&&G.clear(Q)},this.clearColor=function(){this.clear(!0,!1,!1)},this.clearDepth=function(){this.clear(!1,!0,!1)},this.clearStencil=function(){this.clear(!1,!1,!0)},this.setNodesHandler=function(C){C.setRenderer(this),W=C},this.dispose=function(){t.removeEventListener("webglcontextlost",Ye,!1),t.removeEventListener("webglcontextrestored",ct,!1),t.removeEventListener("webglcontextcreationerror",Ue,!1),V.dispose(),Ee.dispose(),ae.dispose(),it.dispose(),Ke.dispose(),L.dispose(),ge.dispose(),K.dispose(),Pe.dispose(),je.dispose(),he.dispose(),me.dispose(),me.removeEventListener("sessionstart",xc),me.removeEventListener("sessionend",yr),Wr.stop()};function Ye(C){C.preventDefault(),wp("WebGLRenderer: Context Lost."),U=!0}function ct(){wp("WebGLRenderer: Context Restored."),U=!1;let C=Ut.autoReset,q=be.enabled,se=be.autoUpdate,Q=be.needsUpdate,ee=be.type;lt(),Ut.autoReset=C,be.enabled=q,be.autoUpdate=se,be.needsUpdate=Q,be.type=ee}function Ue(C){ft("WebGLRenderer: A WebGL context could not be created. Reason: ",C.statusMessage)}function bt(C){let q=C.target;q.removeEventListener("dispose",bt),sn(q)}function sn(C){pi(C),Ke.remove(C)}function pi(C){let q=Ke.get(C).programs;q!==void 0&&(q.forEach(function(se){he.releaseProgram(se)}),C.isShaderMaterial&&he.releaseShaderCache(C))}this.renderBufferDirect=function(C,q,se,Q,ee,De){q===null&&(q=Pn);let Fe=ee.isMesh&&ee.matrixWorld.determinantAffine()<0,Le=Go(C,q,se,Q,ee);we.setMaterial(Q,Fe);let Oe=se.index,Je=1;if(Q.wireframe===!0){if(Oe=K.getWireframeAttribute(se),Oe===void 0)return;Je=2}let ht=se.drawRange,At=se.attributes.position,Ze=ht.start*Je,Et=(ht.start+ht.count)*Je;De!==null&&(Ze=Math.max(Ze,De.start*Je),Et=Math.min(Et,(De.start+De.count)*Je)),Oe!==null?(Ze=Math.max(Ze,0),Et=Math.min(Et,Oe.count)):At!=null&&(Ze=Math.max(Ze,0),Et=Math.min(Et,At.count));let vn=Et-Ze;if(vn<0||vn===1/0)return;Pe.setup(ee,Q,Le,se,Oe);let $t,Jt=oe;if(Oe!==null&&($t=T.get(Oe),Jt=Ie,Jt.setIndex($t)),ee.isMesh)Q.wireframe===!0?(we.setLineWidth(Q.wireframeLinewidth*fn()),Jt.setMode(G.LINES)):Jt.setMode(G.TRIANGLES);else if(ee.isLine){let Wn=Q.linewidth;Wn===void 0&&(Wn=1),we.setLineWidth(Wn*fn()),ee.isLineSegments?Jt.setMode(G.LINES):ee.isLineLoop?Jt.setMode(G.LINE_LOOP):Jt.setMode(G.LINE_STRIP)}else ee.isPoints?Jt.setMode(G.POINTS):ee.isSprite&&Jt.setMode(G.TRIANGLES);if(ee.isBatchedMesh)if(nt.get("WEBGL_multi_draw"))Jt.renderMultiDraw(ee._multiDrawStarts,ee._multiDrawCounts,ee._multiDrawCount);else{let Wn=ee._multiDrawStarts,We=ee._multiDrawCounts,Un=ee._multiDrawCount,Pt=Oe?T.get(Oe).bytesPerElement:1,Xr=Ke.get(Q).currentProgram.getUniforms();for(let Fn=0;Fn<Un;Fn++)Xr.setValue(G,"_gl_DrawID",Fn),Jt.render(Wn[Fn]/Pt,We[Fn])}else if(ee.isInstancedMesh)Jt.renderInstances(Ze,vn,ee.count);else if(se.isInstancedBufferGeometry){let Wn=se._maxInstanceCount!==void 0?se._maxInstanceCount:1/0,We=Math.min(se.instanceCount,Wn);Jt.renderInstances(Ze,vn,We)}else Jt.render(Ze,vn)};function Bo(C,q,se,Q){W!==null&&C.isNodeMaterial&&W.setObject(Q,C),jt===!0&&ce.setState(C,se,!1),C.transparent===!0&&C.side===nr&&C.forceSinglePass===!1?(C.side=Ai,C.needsUpdate=!0,br(C,q,Q),C.side=Ks,C.needsUpdate=!0,br(C,q,Q),C.side=nr):br(C,q,Q)}this.compile=function(C,q,se=null){se===null&&(se=C),W!==null&&W.renderStart(C,q,se),R=ae.get(se),R.init(q),A.push(R),se.traverseVisible(function(ee){ee.isLight&&ee.layers.test(q.layers)&&(R.pushLight(ee),ee.castShadow&&R.pushShadow(ee))}),C!==se&&C.traverseVisible(function(ee){ee.isLight&&ee.layers.test(q.layers)&&(R.pushLight(ee),ee.castShadow&&R.pushShadow(ee))}),R.setupLights(),W!==null&&W.updateLights(R.state.lightsArray),Mn=this.localClippingEnabled,jt=ce.init(this.clippingPlanes,Mn),jt===!0&&ce.setGlobalState(this.clippingPlanes,q),W!==null&&be.render(R.state.shadowsArray,se,q);let Q=new Set;return C.traverse(function(ee){if(!(ee.isMesh||ee.isPoints||ee.isLine||ee.isSprite))return;let De=ee.material;if(De)if(Array.isArray(De))for(let Fe=0;Fe<De.length;Fe++){let Le=De[Fe];Bo(Le,se,q,ee),Q.add(Le)}else Bo(De,se,q,ee),Q.add(De)}),R=A.pop(),W!==null&&W.renderEnd(),Q},this.compileAsync=function(C,q,se=null){let Q=this.compile(C,q,se);return new Promise(ee=>{function De(){if(Q.forEach(function(Fe){let Oe=Ke.get(Fe).currentProgram;(Oe===void 0||Oe.isReady())&&Q.delete(Fe)}),Q.size===0){ee(C);return}setTimeout(De,10)}nt.get("KHR_parallel_shader_compile")!==null?De():setTimeout(De,10)})};let Aa=null;function Ah(C){Aa&&Aa(C)}function xc(){Wr.stop()}function yr(){Wr.start()}let Wr=new DS;Wr.setAnimationLoop(Ah),typeof self<"u"&&Wr.setContext(self),this.setAnimationLoop=function(C){Aa=C,me.setAnimationLoop(C),C===null?Wr.stop():Wr.start()},me.addEventListener("sessionstart",xc),me.addEventListener("sessionend",yr),this.render=function(C,q){if(q!==void 0&&q.isCamera!==!0){ft("WebGLRenderer.render: camera is not an instance of THREE.Camera.");return}if(U===!0)return;W!==null&&W.renderStart(C,q);let se=me.enabled===!0&&me.isPresenting===!0,Q=H!==null&&(de===null||se)&&H.begin(F,de);if(C.matrixWorldAutoUpdate===!0&&C.updateMatrixWorld(),q.parent===null&&q.matrixWorldAutoUpdate===!0&&q.updateMatrixWorld(),me.enabled===!0&&me.isPresenting===!0&&(H===null||H.isCompositing()===!1)&&(me.cameraAutoUpdate===!0&&me.updateCamera(q),q=me.getCamera()),C.isScene===!0&&C.onBeforeRender(F,C,q,de),R=ae.get(C,A.length),R.init(q),R.state.textureUnits=it.getTextureUnits(),A.push(R),Ht.multiplyMatrices(q.projectionMatrix,q.matrixWorldInverse),q.isArrayCamera?Sn.setFromArrayCamera(q):zt.setFromProjectionMatrix(Ht,tr,q.reversedDepth),Mn=this.localClippingEnabled,jt=ce.init(this.clippingPlanes,Mn),D=Ee.get(C,x.length),D.init(),x.push(D),this.info.render.frame++,me.enabled===!0&&me.isPresenting===!0){let Fe=F.xr.getDepthSensingMesh();Fe!==null&&qr(Fe,q,-1/0,F.sortObjects)}qr(C,q,0,F.sortObjects),D.finish(),W!==null&&W.updateLights(R.state.lightsArray),F.sortObjects===!0&&D.sort(at,dt),hn=me.enabled===!1||me.isPresenting===!1||me.hasDepthSensing()===!1,hn&&V.addToRenderList(D,C),this.info.autoReset===!0&&this.info.reset(),jt===!0&&ce.beginShadows();let ee=R.state.shadowsArray;if(be.render(ee,C,q),jt===!0&&ce.endShadows(),(Q&&H.hasRenderPass())===!1){let Fe=D.opaque,Le=D.transmissive;if(R.setupLights(),q.isArrayCamera){let Oe=q.cameras;if(Le.length>0)for(let Je=0,ht=Oe.length;Je<ht;Je++){let At=Oe[Je];sr(Fe,Le,C,At)}hn&&V.render(C);for(let Je=0,ht=Oe.length;Je<ht;Je++){let At=Oe[Je];zo(D,C,At,At.viewport)}}else Le.length>0&&sr(Fe,Le,C,q),hn&&V.render(C),zo(D,C,q)}de!==null&&Y===0&&(it.updateMultisampleRenderTarget(de),it.updateRenderTargetMipmap(de)),Q&&H.end(F),C.isScene===!0&&C.onAfterRender(F,C,q),Pe.resetDefaultState(),ie=-1,re=null,A.pop(),A.length>0?(R=A[A.length-1],it.setTextureUnits(R.state.textureUnits),jt===!0&&ce.setGlobalState(F.clippingPlanes,R.state.camera)):R=null,x.pop(),x.length>0?D=x[x.length-1]:D=null,W!==null&&W.renderEnd()};function qr(C,q,se,Q){if(C.visible===!1)return;if(C.layers.test(q.layers)){if(C.isGroup)se=C.renderOrder;else if(C.isLOD)C.autoUpdate===!0&&C.update(q);else if(C.isLight)R.pushLight(C),C.castShadow&&R.pushShadow(C);else if(C.isSprite){let Fe=q.isArrayCamera?Sn:zt;if(!C.frustumCulled||C.intersectsFrustum(Fe)){Q&&wt.setFromMatrixPosition(C.matrixWorld).applyMatrix4(Ht);let Le=ge.update(C),Oe=C.material;Oe.visible&&D.push(C,Le,Oe,se,wt.z,null,q)}}else if(C.isMesh||C.isLine||C.isPoints){let Fe=q.isArrayCamera?Sn:zt;if(!C.frustumCulled||C.intersectsFrustum(Fe)){let Le=ge.update(C),Oe=C.material;if(Q&&(C.boundingSphere!==void 0?(C.boundingSphere===null&&C.computeBoundingSphere(),wt.copy(C.boundingSphere.center)):(Le.boundingSphere===null&&Le.computeBoundingSphere(),wt.copy(Le.boundingSphere.center)),wt.applyMatrix4(C.matrixWorld).applyMatrix4(Ht)),Array.isArray(Oe)){let Je=Le.groups;for(let ht=0,At=Je.length;ht<At;ht++){let Ze=Je[ht],Et=Oe[Ze.materialIndex];Et&&Et.visible&&D.push(C,Le,Et,se,wt.z,Ze,q)}}else Oe.visible&&D.push(C,Le,Oe,se,wt.z,null,q)}}}let De=C.children;for(let Fe=0,Le=De.length;Fe<Le;Fe++)qr(De[Fe],q,se,Q)}function zo(C,q,se,Q){let{opaque:ee,transmissive:De,transparent:Fe}=C;R.setupLightsView(se),jt===!0&&ce.setGlobalState(F.clippingPlanes,se),Q&&we.viewport(le.copy(Q)),ee.length>0&&wn(ee,q,se),De.length>0&&wn(De,q,se),Fe.length>0&&wn(Fe,q,se),we.buffers.depth.setTest(!0),we.buffers.depth.setMask(!0),we.buffers.color.setMask(!0),we.setPolygonOffset(!1)}function sr(C,q,se,Q){if((se.isScene===!0?se.overrideMaterial:null)!==null)return;if(R.state.transmissionRenderTarget[Q.id]===void 0){let Ze=nt.has("EXT_color_buffer_half_float")||nt.has("EXT_color_buffer_float");R.state.transmissionRenderTarget[Q.id]=new vr(1,1,{generateMipmaps:!0,type:Ze?xr:ir,minFilter:fs,samples:Math.max(4,pt.samples),stencilBuffer:s,resolveDepthBuffer:!1,resolveStencilBuffer:!1,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,colorSpace:Dt.workingColorSpace})}let De=R.state.transmissionRenderTarget[Q.id],Fe=Q.viewport||le;De.setSize(Fe.z*F.transmissionResolutionScale,Fe.w*F.transmissionResolutionScale);let Le=F.getRenderTarget(),Oe=F.getActiveCubeFace(),Je=F.getActiveMipmapLevel();F.setRenderTarget(De),F.getClearColor($e),gt=F.getClearAlpha(),gt<1&&F.setClearColor(16777215,.5),F.clear(),hn&&V.render(se);let ht=F.toneMapping;F.toneMapping=zr;let At=Q.viewport;if(Q.viewport!==void 0&&(Q.viewport=void 0),R.setupLightsView(Q),jt===!0&&ce.setGlobalState(F.clippingPlanes,Q),wn(C,se,Q),it.updateMultisampleRenderTarget(De),it.updateRenderTargetMipmap(De),nt.has("WEBGL_multisampled_render_to_texture")===!1){let Ze=!1;for(let Et=0,vn=q.length;Et<vn;Et++){let $t=q[Et],{object:Jt,geometry:Wn,material:We,group:Un}=$t;if(We.side===nr&&Jt.layers.test(Q.layers)){let Pt=We.side;We.side=Ai,We.needsUpdate=!0,In(Jt,se,Q,Wn,We,Un),We.side=Pt,We.needsUpdate=!0,Ze=!0}}Ze===!0&&(it.updateMultisampleRenderTarget(De),it.updateRenderTargetMipmap(De))}F.setRenderTarget(Le,Oe,Je),F.setClearColor($e,gt),At!==void 0&&(Q.viewport=At),F.toneMapping=ht}function wn(C,q,se){let Q=q.isScene===!0?q.overrideMaterial:null;for(let ee=0,De=C.length;ee<De;ee++){let Fe=C[ee],{object:Le,geometry:Oe,group:Je}=Fe,ht=Fe.material;ht.allowOverride===!0&&Q!==null&&(ht=Q),Le.layers.test(se.layers)&&In(Le,q,se,Oe,ht,Je)}}function In(C,q,se,Q,ee,De){W!==null&&ee.isNodeMaterial&&W.setObject(C,ee),C.onBeforeRender(F,q,se,Q,ee,De),C.modelViewMatrix.multiplyMatrices(se.matrixWorldInverse,C.matrixWorld),C.normalMatrix.getNormalMatrix(C.modelViewMatrix),ee.onBeforeRender(F,q,se,Q,C,De),ee.transparent===!0&&ee.side===nr&&ee.forceSinglePass===!1?(ee.side=Ai,ee.needsUpdate=!0,F.renderBufferDirect(se,q,Q,ee,C,De),ee.side=Ks,ee.needsUpdate=!0,F.renderBufferDirect(se,q,Q,ee,C,De),ee.side=nr):F.renderBufferDirect(se,q,Q,ee,C,De),C.onAfterRender(F,q,se,Q,ee,De)}function Dn(C){let q=0;for(let se of C)se.texture!==null&&q++;return q}function br(C,q,se){q.isScene!==!0&&(q=Pn);let Q=Ke.get(C),ee=R.state.lights,De=R.state.shadowsArray,Fe=ee.state.version,Le=he.getParameters(C,ee.state,De,q,se,R.state.lightProbeGridArray),Oe=he.getProgramCacheKey(Le),Je=Q.programs;Q.environment=C.isMeshStandardMaterial||C.isMeshLambertMaterial||C.isMeshPhongMaterial?q.environment:null,Q.fog=q.fog;let ht=C.isMeshStandardMaterial||C.isMeshLambertMaterial&&!C.envMap||C.isMeshPhongMaterial&&!C.envMap;Q.envMap=L.get(C.envMap||Q.environment,ht),Q.envMapRotation=Q.environment!==null&&C.envMap===null?q.environmentRotation:C.envMapRotation,Je===void 0&&(C.addEventListener("dispose",bt),Je=new Map,Q.programs=Je,Q.programVariants=new Map);let At=Je.get(Oe);if(At!==void 0){if(Q.currentProgram===At&&Q.lightsStateVersion===Fe)return Ho(C,Le),At}else Le.uniforms=he.getUniforms(C),W!==null&&C.isNodeMaterial&&W.build(C,se,Le),C.onBeforeCompile(Le,F),At=he.acquireProgram(Le,Oe),Je.set(Oe,At),Q.uniforms=Le.uniforms;let Ze=Q.uniforms;return(!C.isShaderMaterial&&!C.isRawShaderMaterial||C.clipping===!0)&&(Ze.clippingPlanes=ce.uniform),Ho(C,Le),Q.needsLights=gs(C),Q.lightsStateVersion=Fe,Q.needsLights&&(Ze.ambientLightColor.value=ee.state.ambient,Ze.lightProbe.value=ee.state.probe,Ze.sunLights.value=ee.state.sun,Ze.sunLightShadows.value=ee.state.sunShadow,Ze.directionalLights.value=ee.state.directional,Ze.directionalLightShadows.value=ee.state.directionalShadow,Ze.spotLights.value=ee.state.spot,Ze.spotLightShadows.value=ee.state.spotShadow,Ze.rectAreaLights.value=ee.state.rectArea,Ze.ltc_1.value=ee.state.rectAreaLTC1,Ze.ltc_2.value=ee.state.rectAreaLTC2,Ze.pointLights.value=ee.state.point,Ze.pointLightShadows.value=ee.state.pointShadow,Ze.hemisphereLights.value=ee.state.hemi,Ze.sunShadowMatrix.value=ee.state.sunShadowMatrix,Ze.sunShadowCascade.value=ee.state.sunShadowCascade,Ze.directionalShadowMatrix.value=ee.state.directionalShadowMatrix,Ze.spotLightMatrix.value=ee.state.spotLightMatrix,Ze.spotLightMap.value=ee.state.spotLightMap,Ze.pointShadowMatrix.value=ee.state.pointShadowMatrix),Q.numLightProbeGrids=Dn(R.state.lightProbeGridArray),Q.currentProgram=At,Q.uniformsList=null,At}function Pi(C,q,se,Q,ee){let De=Ke.get(C),Fe=De.currentProgram.id+","+Q+","+ee,Le=De.programVariants.get(Fe);return Le===void 0?(Le=br(C,q,se),De.programVariants.set(Fe,Le)):(De.currentProgram=Le,De.uniformsList=null,De.outputColorSpace=Q,De.toneMapping=ee),Le}function ms(C){if(C.uniformsList===null){let q=C.currentProgram.getUniforms();C.uniformsList=Oo.seqWithValue(q.seq,C.uniforms)}return C.uniformsList}function Ho(C,q){let se=Ke.get(C);se.outputColorSpace=q.outputColorSpace,se.batching=q.batching,se.batchingColor=q.batchingColor,se.instancing=q.instancing,se.instancingColor=q.instancingColor,se.instancingMorph=q.instancingMorph,se.skinning=q.skinning,se.morphTargets=q.morphTargets,se.morphNormals=q.morphNormals,se.morphColors=q.morphColors,se.morphTargetsCount=q.morphTargetsCount,se.numClippingPlanes=q.numClippingPlanes,se.numIntersection=q.numClipIntersection,se.vertexAlphas=q.vertexAlphas,se.vertexTangents=q.vertexTangents,se.toneMapping=q.toneMapping}function Go(C,q,se,Q,ee){q.isScene!==!0&&(q=Pn),it.resetTextureUnits();let De=q.fog,Fe=Q.isMeshStandardMaterial||Q.isMeshLambertMaterial||Q.isMeshPhongMaterial?q.environment:null,Le=de===null?F.outputColorSpace:de.isXRRenderTarget===!0?de.texture.colorSpace:Dt.workingColorSpace,Oe=Q.isMeshStandardMaterial||Q.isMeshLambertMaterial&&!Q.envMap||Q.isMeshPhongMaterial&&!Q.envMap,Je=L.get(Q.envMap||Fe,Oe),ht=Q.vertexColors===!0&&!!se.attributes.color&&se.attributes.color.itemSize===4,At=!!se.attributes.tangent&&(!!Q.normalMap||Q.anisotropy>0),Ze=!!se.morphAttributes.position,Et=!!se.morphAttributes.normal,vn=!!se.morphAttributes.color,$t=zr;Q.toneMapped&&(de===null||de.isXRRenderTarget===!0)&&($t=F.toneMapping);let Jt=se.morphAttributes.position||se.morphAttributes.normal||se.morphAttributes.color,Wn=Jt!==void 0?Jt.length:0,We=Ke.get(Q),Un=R.state.lights;if(jt===!0&&(Mn===!0||C!==re)){let Kt=C===re&&Q.id===ie;ce.setState(Q,C,Kt)}let Pt=!1,Xr=!1;Q.version===We.__version?We.needsLights&&We.lightsStateVersion!==Un.state.version||ee.isBatchedMesh&&We.batching===!1||!ee.isBatchedMesh&&We.batching===!0||ee.isBatchedMesh&&We.batchingColor===!0&&ee._colorsTexture===null||ee.isBatchedMesh&&We.batchingColor===!1&&ee._colorsTexture!==null||ee.isInstancedMesh&&We.instancing===!1||!ee.isInstancedMesh&&We.instancing===!0||ee.isSkinnedMesh&&We.skinning===!1||!ee.isSkinnedMesh&&We.skinning===!0||ee.isInstancedMesh&&We.instancingColor===!0&&ee.instanceColor===null||ee.isInstancedMesh&&We.instancingColor===!1&&ee.instanceColor!==null||ee.isInstancedMesh&&We.instancingMorph===!0&&ee.morphTexture===null||ee.isInstancedMesh&&We.instancingMorph===!1&&ee.morphTexture!==null||We.envMap!==Je||Q.fog===!0&&We.fog!==De||We.numClippingPlanes!==void 0&&(We.numClippingPlanes!==ce.numPlanes||We.numIntersection!==ce.numIntersection)||We.vertexAlphas!==ht||We.vertexTangents!==At||We.morphTargets!==Ze||We.morphNormals!==Et||We.morphColors!==vn||We.morphTargetsCount!==Wn||We.numLightProbeGrids!==Dn(R.state.lightProbeGridArray)?Pt=!0:(We.outputColorSpace!==Le||We.toneMapping!==$t)&&(Xr=!0):(Pt=!0,We.__version=Q.version);let Fn=We.currentProgram;(Pt===!0||Xr===!0)&&(Fn=Xr===!0?Pi(Q,q,ee,Le,$t):br(Q,q,ee),W&&Q.isNodeMaterial&&W.onUpdateProgram(Q,Fn,We));let Ra=!1,Sr=!1,Yr=!1,St=Fn.getUniforms(),Tn=We.uniforms;if(we.useProgram(Fn.program)&&(Ra=!0,Sr=!0,Yr=!0),Q.id!==ie&&(ie=Q.id,Sr=!0),Ra||re!==C){we.buffers.depth.getReversed()&&C.reversedDepth!==!0&&(C._reversedDepth=!0,C.updateProjectionMatrix()),St.setValue(G,"projectionMatrix",C.projectionMatrix),St.setValue(G,"viewMatrix",C.matrixWorldInverse);let On=St.map.cameraPosition;On!==void 0&&On.setValue(G,Rn.setFromMatrixPosition(C.matrixWorld)),pt.logarithmicDepthBuffer&&St.setValue(G,"logDepthBufFC",2/(Math.log(C.far+1)/Math.LN2)),(Q.isMeshPhongMaterial||Q.isMeshToonMaterial||Q.isMeshLambertMaterial||Q.isMeshBasicMaterial||Q.isMeshStandardMaterial||Q.isShaderMaterial)&&St.setValue(G,"isOrthographic",C.isOrthographicCamera===!0),re!==C&&(re=C,Sr=!0,Yr=!0)}if(We.needsLights&&(Un.state.sunShadowMap.length>0&&St.setValue(G,"sunShadowMap",Un.state.sunShadowMap,it),Un.state.directionalShadowMap.length>0&&St.setValue(G,"directionalShadowMap",Un.state.directionalShadowMap,it),Un.state.spotShadowMap.length>0&&St.setValue(G,"spotShadowMap",Un.state.spotShadowMap,it),Un.state.pointShadowMap.length>0&&St.setValue(G,"pointShadowMap",Un.state.pointShadowMap,it)),ee.isSkinnedMesh){St.setOptional(G,ee,"bindMatrix"),St.setOptional(G,ee,"bindMatrixInverse");let Kt=ee.skeleton;Kt&&(Kt.boneTexture===null&&Kt.computeBoneTexture(),St.setValue(G,"boneTexture",Kt.boneTexture,it))}ee.isBatchedMesh&&(St.setOptional(G,ee,"batchingTexture"),St.setValue(G,"batchingTexture",ee._matricesTexture,it),St.setOptional(G,ee,"batchingIdTexture"),St.setValue(G,"batchingIdTexture",ee._indirectTexture,it),St.setOptional(G,ee,"batchingColorTexture"),ee._colorsTexture!==null&&St.setValue(G,"batchingColorTexture",ee._colorsTexture,it));let mi=se.morphAttributes;if((mi.position!==void 0||mi.normal!==void 0||mi.color!==void 0)&&ue.update(ee,se,Fn),(Sr||We.receiveShadow!==ee.receiveShadow)&&(We.receiveShadow=ee.receiveShadow,St.setValue(G,"receiveShadow",ee.receiveShadow)),(Q.isMeshStandardMaterial||Q.isMeshLambertMaterial||Q.isMeshPhongMaterial)&&Q.envMap===null&&q.environment!==null&&(Tn.envMapIntensity.value=q.environmentIntensity),Tn.dfgLUT!==void 0&&(Tn.dfgLUT.value=m7()),Sr){if(St.setValue(G,"toneMappingExposure",F.toneMappingExposure),We.needsLights&&Ea(Tn,Yr),De&&Q.fog===!0&&Ae.refreshFogUniforms(Tn,De),Ae.refreshMaterialUniforms(Tn,Q,He,qe,R.state.transmissionRenderTarget[C.id]),We.needsLights&&We.numLightProbeGrids>0){let Kt=M,On=0;for(let ai of R.state.lightProbeGridArray)ai.texture!==null&&(Kt.textures[On]=ai.texture,Kt.min[On]=ai.boundingBox.min,Kt.max[On]=ai.boundingBox.max,Kt.resolution[On]=ai.resolution,On++);for(let ai in Kt)Kt[ai].length=On;Tn.probesSH.value=Kt.textures,Tn.probesMin.value=Kt.min,Tn.probesMax.value=Kt.max,Tn.probesResolution.value=Kt.resolution}Oo.upload(G,ms(We),Tn,it)}if(Q.isShaderMaterial&&Q.uniformsNeedUpdate===!0&&(Oo.upload(G,ms(We),Tn,it),Q.uniformsNeedUpdate=!1),Q.isSpriteMaterial&&St.setValue(G,"center",ee.center),St.setValue(G,"modelViewMatrix",ee.modelViewMatrix),St.setValue(G,"normalMatrix",ee.normalMatrix),St.setValue(G,"modelMatrix",ee.matrixWorld),Q.uniformsGroups!==void 0){let Kt=Q.uniformsGroups;for(let On=0,ai=Kt.length;On<ai;On++){let yc=Kt[On];je.update(yc,Fn),je.bind(yc,Fn)}}return Fn}function Ea(C,q){C.ambientLightColor.needsUpdate=q,C.lightProbe.needsUpdate=q,C.sunLights.needsUpdate=q,C.sunLightShadows.needsUpdate=q,C.directionalLights.needsUpdate=q,C.directionalLightShadows.needsUpdate=q,C.pointLights.needsUpdate=q,C.pointLightShadows.needsUpdate=q,C.spotLights.needsUpdate=q,C.spotLightShadows.needsUpdate=q,C.rectAreaLights.needsUpdate=q,C.hemisphereLights.needsUpdate=q}function gs(C){return C.isMeshLambertMaterial||C.isMeshToonMaterial||C.isMeshPhongMaterial||C.isMeshStandardMaterial||C.isShadowMaterial||C.isShaderMaterial&&C.lights===!0}this.getActiveCubeFace=function(){return te},this.getActiveMipmapLevel=function(){return Y},this.getRenderTarget=function(){return de},this.setRenderTargetTextures=function(C,q,se){let Q=Ke.get(C);Q.__autoAllocateDepthBuffer=C.resolveDepthBuffer===!1,Q.__autoAllocateDepthBuffer===!1&&(Q.__useRenderToTexture=!1),Ke.get(C.texture).__webglTexture=q,Ke.get(C.depthTexture).__webglTexture=Q.__autoAllocateDepthBuffer?void 0:se,Q.__hasExternalTextures=!0},this.setRenderTargetFramebuffer=function(C,q){let se=Ke.get(C);se.__webglFramebuffer=q,se.__useDefaultFramebuffer=q===void 0},this.setRenderTarget=function(C,q=0,se=0){de=C,te=q,Y=se;let Q=null,ee=!1,De=!1;if(C){let Le=Ke.get(C);if(Le.__useDefaultFramebuffer!==void 0){we.bindFramebuffer(G.FRAMEBUFFER,Le.__webglFramebuffer),le.copy(C.viewport),_e.copy(C.scissor),pe=C.scissorTest,we.viewport(le),we.scissor(_e),we.setScissorTest(pe),ie=-1;return}else if(Le.__webglFramebuffer===void 0)it.setupRenderTarget(C);else if(Le.__hasExternalTextures)it.rebindTextures(C,Ke.get(C.texture).__webglTexture,Ke.get(C.depthTexture).__webglTexture);else if(C.depthBuffer){let ht=C.depthTexture;if(Le.__boundDepthTexture!==ht){if(ht!==null&&Ke.has(ht)&&(C.width!==ht.image.width||C.height!==ht.image.height))throw new Error("THREE.WebGLRenderer: Attached DepthTexture is initialized to the incorrect size.");it.setupDepthRenderbuffer(C)}}let Oe=C.texture;(Oe.isData3DTexture||Oe.isDataArrayTexture||Oe.isCompressedArrayTexture)&&(De=!0);let Je=Ke.get(C).__webglFramebuffer;C.isWebGLCubeRenderTarget?(Array.isArray(Je[q])?Q=Je[q][se]:Q=Je[q],ee=!0):C.samples>0&&it.useMultisampledRTT(C)===!1?Q=Ke.get(C).__webglMultisampledFramebuffer:Array.isArray(Je)?Q=Je[se]:Q=Je,le.copy(C.viewport),_e.copy(C.scissor),pe=C.scissorTest}else le.copy(vt).multiplyScalar(He).floor(),_e.copy(Nt).multiplyScalar(He).floor(),pe=Lt;if(se!==0&&(Q=J),we.bindFramebuffer(G.FRAMEBUFFER,Q)&&we.drawBuffers(C,Q),we.viewport(le),we.scissor(_e),we.setScissorTest(pe),ee){let Le=Ke.get(C.texture);G.framebufferTexture2D(G.FRAMEBUFFER,G.COLOR_ATTACHMENT0,G.TEXTURE_CUBE_MAP_POSITIVE_X+q,Le.__webglTexture,se)}else if(De){let Le=q;for(let Oe=0;Oe<C.textures.length;Oe++){let Je=Ke.get(C.textures[Oe]);G.framebufferTextureLayer(G.FRAMEBUFFER,G.COLOR_ATTACHMENT0+Oe,Je.__webglTexture,se,Le)}}else if(C!==null&&se!==0){let Le=Ke.get(C.texture);G.framebufferTexture2D(G.FRAMEBUFFER,G.COLOR_ATTACHMENT0,G.TEXTURE_2D,Le.__webglTexture,se)}ie=-1};function Ca(C){let q=Ke.get(C);return(q.__readFormat!==C.format||q.__readType!==C.type)&&(q.__readFormat=C.format,q.__readType=C.type,q.__formatReadable=pt.textureFormatReadable(C.format),q.__typeReadable=pt.textureTypeReadable(C.type)),q}this.readRenderTargetPixels=function(C,q,se,Q,ee,De,Fe,Le=0){if(!(C&&C.isWebGLRenderTarget)){ft("WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");return}let Oe=Ke.get(C).__webglFramebuffer;if(C.isWebGLCubeRenderTarget&&Fe!==void 0&&(Oe=Oe[Fe],Array.isArray(Oe)&&(Oe=Oe[0])),Oe){we.bindFramebuffer(G.FRAMEBUFFER,Oe);try{let Je=C.textures[Le],ht=Je.format,At=Je.type;C.textures.length>1&&G.readBuffer(G.COLOR_ATTACHMENT0+Le);let Ze=Ca(Je);if(Ze.__formatReadable===!1){ft("WebGLRenderer.readRenderTargetPixels: renderTarget is not in RGBA or implementation defined format.");return}if(Ze.__typeReadable===!1){ft("WebGLRenderer.readRenderTargetPixels: renderTarget is not in UnsignedByteType or implementation defined type.");return}q>=0&&q<=C.width-Q&&se>=0&&se<=C.height-ee&&G.readPixels(q,se,Q,ee,Te.convert(ht),Te.convert(At),De)}finally{let Je=de!==null?Ke.get(de).__webglFramebuffer:null;we.bindFramebuffer(G.FRAMEBUFFER,Je)}}},this.readRenderTargetPixelsAsync=async function(C,q,se,Q,ee,De,Fe,Le=0){if(!(C&&C.isWebGLRenderTarget))throw new Error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");let Oe=Ke.get(C).__webglFramebuffer;if(C.isWebGLCubeRenderTarget&&Fe!==void 0&&(Oe=Oe[Fe],Array.isArray(Oe)&&(Oe=Oe[0])),Oe)if(q>=0&&q<=C.width-Q&&se>=0&&se<=C.height-ee){we.bindFramebuffer(G.FRAMEBUFFER,Oe);let Je=C.textures[Le],ht=Je.format,At=Je.type;C.textures.length>1&&G.readBuffer(G.COLOR_ATTACHMENT0+Le);let Ze=Ca(Je);if(Ze.__formatReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in RGBA or implementation defined format.");if(Ze.__typeReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in UnsignedByteType or implementation defined type.");let Et=G.createBuffer();G.bindBuffer(G.PIXEL_PACK_BUFFER,Et),G.bufferData(G.PIXEL_PACK_BUFFER,De.byteLength,G.STREAM_READ),G.readPixels(q,se,Q,ee,Te.convert(ht),Te.convert(At),0),G.bindBuffer(G.PIXEL_PACK_BUFFER,null);let vn=de!==null?Ke.get(de).__webglFramebuffer:null;we.bindFramebuffer(G.FRAMEBUFFER,vn);let $t=G.fenceSync(G.SYNC_GPU_COMMANDS_COMPLETE,0);return G.flush(),await nx(G,$t,4),G.bindBuffer(G.PIXEL_PACK_BUFFER,Et),G.getBufferSubData(G.PIXEL_PACK_BUFFER,0,De),G.bindBuffer(G.PIXEL_PACK_BUFFER,null),G.deleteBuffer(Et),G.deleteSync($t),De}else throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: requested read bounds are out of range.")},this.copyFramebufferToTexture=function(C,q=null,se=0){let Q=Math.pow(2,-se),ee=Math.floor(C.image.width*Q),De=Math.floor(C.image.height*Q),Fe=q!==null?q.x:0,Le=q!==null?q.y:0;it.setTexture2D(C,0),G.copyTexSubImage2D(G.TEXTURE_2D,se,0,0,Fe,Le,ee,De),we.unbindTexture()},this.copyTextureToTexture=function(C,q,se=null,Q=null,ee=0,De=0){let Fe,Le,Oe,Je,ht,At,Ze,Et,vn,$t=C.isCompressedTexture?C.mipmaps[De]:C.image;if(se!==null)Fe=se.max.x-se.min.x,Le=se.max.y-se.min.y,Oe=se.isBox3?se.max.z-se.min.z:1,Je=se.min.x,ht=se.min.y,At=se.isBox3?se.min.z:0;else{let St=Math.pow(2,-ee);Fe=Math.floor($t.width*St),Le=Math.floor($t.height*St),C.isDataArrayTexture?Oe=$t.depth:C.isData3DTexture?Oe=Math.floor($t.depth*St):Oe=1,Je=0,ht=0,At=0}Q!==null?(Ze=Q.x,Et=Q.y,vn=Q.z):(Ze=0,Et=0,vn=0);let Jt=Te.convert(q.format),Wn=Te.convert(q.type),We;q.isData3DTexture?(it.setTexture3D(q,0),We=G.TEXTURE_3D):q.isDataArrayTexture||q.isCompressedArrayTexture?(it.setTexture2DArray(q,0),We=G.TEXTURE_2D_ARRAY):(it.setTexture2D(q,0),We=G.TEXTURE_2D),we.activeTexture(G.TEXTURE0),we.pixelStorei(G.UNPACK_FLIP_Y_WEBGL,q.flipY),we.pixelStorei(G.UNPACK_PREMULTIPLY_ALPHA_WEBGL,q.premultiplyAlpha),we.pixelStorei(G.UNPACK_ALIGNMENT,q.unpackAlignment);let Un=we.getParameter(G.UNPACK_ROW_LENGTH),Pt=we.getParameter(G.UNPACK_IMAGE_HEIGHT),Xr=we.getParameter(G.UNPACK_SKIP_PIXELS),Fn=we.getParameter(G.UNPACK_SKIP_ROWS),Ra=we.getParameter(G.UNPACK_SKIP_IMAGES);we.pixelStorei(G.UNPACK_ROW_LENGTH,$t.width),we.pixelStorei(G.UNPACK_IMAGE_HEIGHT,$t.height),we.pixelStorei(G.UNPACK_SKIP_PIXELS,Je),we.pixelStorei(G.UNPACK_SKIP_ROWS,ht),we.pixelStorei(G.UNPACK_SKIP_IMAGES,At);let Sr=C.isDataArrayTexture||C.isData3DTexture,Yr=q.isDataArrayTexture||q.isData3DTexture;if(C.isDepthTexture){let St=Ke.get(C),Tn=Ke.get(q),mi=Ke.get(St.__renderTarget),Kt=Ke.get(Tn.__renderTarget);we.bindFramebuffer(G.READ_FRAMEBUFFER,mi.__webglFramebuffer),we.bindFramebuffer(G.DRAW_FRAMEBUFFER,Kt.__webglFramebuffer);for(let On=0;On<Oe;On++)Sr&&(G.framebufferTextureLayer(G.READ_FRAMEBUFFER,G.COLOR_ATTACHMENT0,Ke.get(C).__webglTexture,ee,At+On),G.framebufferTextureLayer(G.DRAW_FRAMEBUFFER,G.COLOR_ATTACHMENT0,Ke.get(q).__webglTexture,De,vn+On)),G.blitFramebuffer(Je,ht,Je+Fe,ht+Le,Ze,Et,Ze+Fe,Et+Le,G.DEPTH_BUFFER_BIT,G.NEAREST);we.bindFramebuffer(G.READ_FRAMEBUFFER,null),we.bindFramebuffer(G.DRAW_FRAMEBUFFER,null)}else if(ee!==0||C.isRenderTargetTexture||Ke.has(C)){let St=Ke.get(C),Tn=Ke.get(q);we.bindFramebuffer(G.READ_FRAMEBUFFER,O),we.bindFramebuffer(G.DRAW_FRAMEBUFFER,X);for(let mi=0;mi<Oe;mi++)Sr?G.framebufferTextureLayer(G.READ_FRAMEBUFFER,G.COLOR_ATTACHMENT0,St.__webglTexture,ee,At+mi):G.framebufferTexture2D(G.READ_FRAMEBUFFER,G.COLOR_ATTACHMENT0,G.TEXTURE_2D,St.__webglTexture,ee),Yr?G.framebufferTextureLayer(G.DRAW_FRAMEBUFFER,G.COLOR_ATTACHMENT0,Tn.__webglTexture,De,vn+mi):G.framebufferTexture2D(G.DRAW_FRAMEBUFFER,G.COLOR_ATTACHMENT0,G.TEXTURE_2D,Tn.__webglTexture,De),ee!==0?G.blitFramebuffer(Je,ht,Je+Fe,ht+Le,Ze,Et,Ze+Fe,Et+Le,G.COLOR_BUFFER_BIT,G.NEAREST):Yr?G.copyTexSubImage3D(We,De,Ze,Et,vn+mi,Je,ht,Fe,Le):G.copyTexSubImage2D(We,De,Ze,Et,Je,ht,Fe,Le);we.bindFramebuffer(G.READ_FRAMEBUFFER,null),we.bindFramebuffer(G.DRAW_FRAMEBUFFER,null)}else Yr?C.isDataTexture||C.isData3DTexture?G.texSubImage3D(We,De,Ze,Et,vn,Fe,Le,Oe,Jt,Wn,$t.data):q.isCompressedArrayTexture?G.compressedTexSubImage3D(We,De,Ze,Et,vn,Fe,Le,Oe,Jt,$t.data):G.texSubImage3D(We,De,Ze,Et,vn,Fe,Le,Oe,Jt,Wn,$t):C.isDataTexture?G.texSubImage2D(G.TEXTURE_2D,De,Ze,Et,Fe,Le,Jt,Wn,$t.data):C.isCompressedTexture?G.compressedTexSubImage2D(G.TEXTURE_2D,De,Ze,Et,$t.width,$t.height,Jt,$t.data):G.texSubImage2D(G.TEXTURE_2D,De,Ze,Et,Fe,Le,Jt,Wn,$t);we.pixelStorei(G.UNPACK_ROW_LENGTH,Un),we.pixelStorei(G.UNPACK_IMAGE_HEIGHT,Pt),we.pixelStorei(G.UNPACK_SKIP_PIXELS,Xr),we.pixelStorei(G.UNPACK_SKIP_ROWS,Fn),we.pixelStorei(G.UNPACK_SKIP_IMAGES,Ra),De===0&&q.generateMipmaps===!0&&q.mipmapsAutoUpdate===!0&&G.generateMipmap(We),we.unbindTexture()},this.initRenderTarget=function(C){Ke.get(C).__webglFramebuffer===void 0&&it.setupRenderTarget(C)},this.initTexture=function(C){C.isCubeTexture?it.setTextureCube(C,0):C.isData3DTexture?it.setTexture3D(C,0):C.isDataArrayTexture||C.isCompressedArrayTexture?it.setTexture2DArray(C,0):it.setTexture2D(C,0),we.unbindTexture()},this.resetState=function(){te=0,Y=0,de=null,we.reset(),Pe.reset()},typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}get coordinateSystem(){return tr}get outputColorSpace(){return this._outputColorSpace}set outputColorSpace(e){this._outputColorSpace=e;let t=this.getContext();t.drawingBufferColorSpace=Dt._getDrawingBufferColorSpace(e),t.unpackColorSpace=Dt._getUnpackColorSpace()}};var Gx={type:"change"},Wp={type:"start"},Wx={type:"end"},Th=new ya,Vx=new Vi,g7=Math.cos(70*Cp.DEG2RAD),Kn=new j,Ri=2*Math.PI,qt={NONE:-1,ROTATE:0,DOLLY:1,PAN:2,TOUCH_ROTATE:3,TOUCH_PAN:4,TOUCH_DOLLY_PAN:5,TOUCH_DOLLY_ROTATE:6},Gp=1e-6,Vp=class extends sc{constructor(e,t=null){super(e,t),this.state=qt.NONE,this.target=new j,this.cursor=new j,this.minDistance=0,this.maxDistance=1/0,this.minZoom=0,this.maxZoom=1/0,this.minTargetRadius=0,this.maxTargetRadius=1/0,this.minPolarAngle=0,this.maxPolarAngle=Math.PI,this.minAzimuthAngle=-1/0,this.maxAzimuthAngle=1/0,this.enableDamping=!1,this.dampingFactor=.05,this.enableZoom=!0,this.zoomSpeed=1,this.enableRotate=!0,this.rotateSpeed=1,this.keyRotateSpeed=1,this.enablePan=!0,this.panSpeed=1,this.screenSpacePanning=!0,this.keyPanSpeed=7,this.zoomToCursor=!1,this.autoRotate=!1,this.autoRotateSpeed=2,this.keys={LEFT:"ArrowLeft",UP:"ArrowUp",RIGHT:"ArrowRight",BOTTOM:"ArrowDown"},this.mouseButtons={LEFT:$s.ROTATE,MIDDLE:$s.DOLLY,RIGHT:$s.PAN},this.touches={ONE:Js.ROTATE,TWO:Js.DOLLY_PAN},this.target0=this.target.clone(),this.position0=this.object.position.clone(),this.zoom0=this.object.zoom,this._cursorStyle="auto",this._domElementKeyEvents=null,this._lastPosition=new j,this._lastQuaternion=new Ti,this._lastTargetPosition=new j,this._quat=new Ti().setFromUnitVectors(e.up,new j(0,1,0)),this._quatInverse=this._quat.clone().invert(),this._spherical=new Po,this._sphericalDelta=new Po,this._scale=1,this._panOffset=new j,this._rotateStart=new tt,this._rotateEnd=new tt,this._rotateDelta=new tt,this._panStart=new tt,this._panEnd=new tt,this._panDelta=new tt,this._dollyStart=new tt,this._dollyEnd=new tt,this._dollyDelta=new tt,this._dollyDirection=new j,this._mouse=new tt,this._performCursorZoom=!1,this._pointers=[],this._pointerPositions={},this._controlActive=!1,this._onPointerMove=_7.bind(this),this._onPointerDown=v7.bind(this),this._onPointerUp=x7.bind(this),this._onContextMenu=A7.bind(this),this._onMouseWheel=S7.bind(this),this._onKeyDown=M7.bind(this),this._onTouchStart=w7.bind(this),this._onTouchMove=T7.bind(this),this._onMouseDown=y7.bind(this),this._onMouseMove=b7.bind(this),this._interceptControlDown=E7.bind(this),this._interceptControlUp=C7.bind(this),this.domElement!==null&&this.connect(this.domElement),this.update()}set cursorStyle(e){this._cursorStyle=e,e==="grab"?this.domElement.style.cursor="grab":this.domElement.style.cursor="auto"}get cursorStyle(){return this._cursorStyle}connect(e){super.connect(e),this.domElement.addEventListener("pointerdown",this._onPointerDown),this.domElement.addEventListener("pointercancel",this._onPointerUp),this.domElement.addEventListener("contextmenu",this._onContextMenu),this.domElement.addEventListener("wheel",this._onMouseWheel,{passive:!1}),this.domElement.ownerDocument.addEventListener("keydown",this._interceptControlDown,{passive:!0,capture:!0}),this.domElement.style.touchAction="none"}disconnect(){this.state=qt.NONE,this.domElement.removeEventListener("pointerdown",this._onPointerDown),this.domElement.ownerDocument.removeEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.removeEventListener("pointerup",this._onPointerUp),this.domElement.removeEventListener("pointercancel",this._onPointerUp),this.domElement.removeEventListener("wheel",this._onMouseWheel),this.domElement.removeEventListener("contextmenu",this._onContextMenu),this.stopListenToKeyEvents(),this.domElement.ownerDocument.removeEventListener("keydown",this._interceptControlDown,{capture:!0}),this.domElement.ownerDocument.removeEventListener("keyup",this._interceptControlUp,{capture:!0}),this._controlActive=!1,this._pointers.length=0,this._pointerPositions={},this.domElement.style.touchAction="",this.domElement.style.cursor="auto"}dispose(){this.disconnect()}getPolarAngle(){return this._spherical.phi}getAzimuthalAngle(){return this._spherical.theta}getDistance(){return this.object.position.distanceTo(this.target)}listenToKeyEvents(e){e.addEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=e}stopListenToKeyEvents(){this._domElementKeyEvents!==null&&(this._domElementKeyEvents.removeEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=null)}saveState(){this.target0.copy(this.target),this.position0.copy(this.object.position),this.zoom0=this.object.zoom}reset(){this.target.copy(this.target0),this.object.position.copy(this.position0),this.object.zoom=this.zoom0,this.object.updateProjectionMatrix(),this.dispatchEvent(Gx),this.update(),this.state=qt.NONE}pan(e,t){this._pan(e,t),this.update()}dollyIn(e){this._dollyIn(e),this.update()}dollyOut(e){this._dollyOut(e),this.update()}rotateLeft(e){this._rotateLeft(e),this.update()}rotateUp(e){this._rotateUp(e),this.update()}update(e=null){let t=this.object.position;Kn.copy(t).sub(this.target),Kn.applyQuaternion(this._quat),this._spherical.setFromVector3(Kn),this.autoRotate&&this.state===qt.NONE&&this._rotateLeft(this._getAutoRotationAngle(e)),this.enableDamping?(this._spherical.theta+=this._sphericalDelta.theta*this.dampingFactor,this._spherical.phi+=this._sphericalDelta.phi*this.dampingFactor):(this._spherical.theta+=this._sphericalDelta.theta,this._spherical.phi+=this._sphericalDelta.phi);let i=this.minAzimuthAngle,r=this.maxAzimuthAngle;isFinite(i)&&isFinite(r)&&(i<-Math.PI?i+=Ri:i>Math.PI&&(i-=Ri),r<-Math.PI?r+=Ri:r>Math.PI&&(r-=Ri),i<=r?this._spherical.theta=Math.max(i,Math.min(r,this._spherical.theta)):this._spherical.theta=this._spherical.theta>(i+r)/2?Math.max(i,this._spherical.theta):Math.min(r,this._spherical.theta)),this._spherical.phi=Math.max(this.minPolarAngle,Math.min(this.maxPolarAngle,this._spherical.phi)),this._spherical.makeSafe(),this.enableDamping===!0?this.target.addScaledVector(this._panOffset,this.dampingFactor):this.target.add(this._panOffset),this.target.sub(this.cursor),this.target.clampLength(this.minTargetRadius,this.maxTargetRadius),this.target.add(this.cursor);let s=!1;if(this.zoomToCursor&&this._performCursorZoom||this.object.isOrthographicCamera)this._spherical.radius=this._clampDistance(this._spherical.radius);else{let a=this._spherical.radius;this._spherical.radius=this._clampDistance(this._spherical.radius*this._scale),s=a!=this._spherical.radius}if(Kn.setFromSpherical(this._spherical),Kn.applyQuaternion(this._quatInverse),t.copy(this.target).add(Kn),this.object.lookAt(this.target),this.enableDamping===!0?(this._sphericalDelta.theta*=1-this.dampingFactor,this._sphericalDelta.phi*=1-this.dampingFactor,this._panOffset.multiplyScalar(1-this.dampingFactor)):(this._sphericalDelta.set(0,0,0),this._panOffset.set(0,0,0)),this.zoomToCursor&&this._performCursorZoom){let a=null;if(this.object.isPerspectiveCamera){let o=Kn.length();a=this._clampDistance(o*this._scale);let l=o-a;this.object.position.addScaledVector(this._dollyDirection,l),this.object.updateMatrixWorld(),s=!!l}else if(this.object.isOrthographicCamera){let o=new j(this._mouse.x,this._mouse.y,0);o.unproject(this.object);let l=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),this.object.updateProjectionMatrix(),s=l!==this.object.zoom;let c=new j(this._mouse.x,this._mouse.y,0);c.unproject(this.object),this.object.position.sub(c).add(o),this.object.updateMatrixWorld(),a=Kn.length()}else console.warn("WARNING: OrbitControls.js encountered an unknown camera type - zoom to cursor disabled."),this.zoomToCursor=!1;a!==null&&(this.screenSpacePanning?this.target.set(0,0,-1).transformDirection(this.object.matrix).multiplyScalar(a).add(this.object.position):(Th.origin.copy(this.object.position),Th.direction.set(0,0,-1).transformDirection(this.object.matrix),Math.abs(this.object.up.dot(Th.direction))<g7?this.object.lookAt(this.target):(Vx.setFromNormalAndCoplanarPoint(this.object.up,this.target),Th.intersectPlane(Vx,this.target))))}else if(this.object.isOrthographicCamera){let a=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),a!==this.object.zoom&&(this.object.updateProjectionMatrix(),s=!0)}return this._scale=1,this._performCursorZoom=!1,s||this._lastPosition.distanceToSquared(this.object.position)>Gp||8*(1-this._lastQuaternion.dot(this.object.quaternion))>Gp||this._lastTargetPosition.distanceToSquared(this.target)>Gp?(this.dispatchEvent(Gx),this._lastPosition.copy(this.object.position),this._lastQuaternion.copy(this.object.quaternion),this._lastTargetPosition.copy(this.target),!0):!1}_getAutoRotationAngle(e){return e!==null?Ri/60*this.autoRotateSpeed*e:Ri/60/60*this.autoRotateSpeed}_getZoomScale(e){let t=Math.abs(e*.01);return Math.pow(.95,this.zoomSpeed*t)}_rotateLeft(e){this._sphericalDelta.theta-=e}_rotateUp(e){this._sphericalDelta.phi-=e}_panLeft(e,t){Kn.setFromMatrixColumn(t,0),Kn.multiplyScalar(-e),this._panOffset.add(Kn)}_panUp(e,t){this.screenSpacePanning===!0?Kn.setFromMatrixColumn(t,1):(Kn.setFromMatrixColumn(t,0),Kn.crossVectors(this.object.up,Kn)),Kn.multiplyScalar(e),this._panOffset.add(Kn)}_pan(e,t){let i=this.domElement;if(this.object.isPerspectiveCamera){let r=this.object.position;Kn.copy(r).sub(this.target);let s=Kn.length();s*=Math.tan(this.object.fov/2*Math.PI/180),this._panLeft(2*e*s/i.clientHeight,this.object.matrix),this._panUp(2*t*s/i.clientHeight,this.object.matrix)}else this.object.isOrthographicCamera?(this._panLeft(e*(this.object.right-this.object.left)/this.object.zoom/i.clientWidth,this.object.matrix),this._panUp(t*(this.object.top-this.object.bottom)/this.object.zoom/i.clientHeight,this.object.matrix)):(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - pan disabled."),this.enablePan=!1)}_dollyOut(e){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale/=e:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_dollyIn(e){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale*=e:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_updateZoomParameters(e,t){if(!this.zoomToCursor)return;this._performCursorZoom=!0;let i=this.domElement.getBoundingClientRect(),r=e-i.left,s=t-i.top,a=i.width,o=i.height;this._mouse.x=r/a*2-1,this._mouse.y=-(s/o)*2+1,this._dollyDirection.set(this._mouse.x,this._mouse.y,1).unproject(this.object).sub(this.object.position).normalize()}_clampDistance(e){return Math.max(this.minDistance,Math.min(this.maxDistance,e))}_handleMouseDownRotate(e){this._rotateStart.set(e.clientX,e.clientY)}_handleMouseDownDolly(e){this._updateZoomParameters(e.clientX,e.clientY),this._dollyStart.set(e.clientX,e.clientY)}_handleMouseDownPan(e){this._panStart.set(e.clientX,e.clientY)}_handleMouseMoveRotate(e){this._rotateEnd.set(e.clientX,e.clientY),this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let t=this.domElement;this._rotateLeft(Ri*this._rotateDelta.x/t.clientHeight),this._rotateUp(Ri*this._rotateDelta.y/t.clientHeight),this._rotateStart.copy(this._rotateEnd),this.update()}_handleMouseMoveDolly(e){this._dollyEnd.set(e.clientX,e.clientY),this._dollyDelta.subVectors(this._dollyEnd,this._dollyStart),this._dollyDelta.y>0?this._dollyOut(this._getZoomScale(this._dollyDelta.y)):this._dollyDelta.y<0&&this._dollyIn(this._getZoomScale(this._dollyDelta.y)),this._dollyStart.copy(this._dollyEnd),this.zoomToCursor&&(this._performCursorZoom=!0,this._dollyDirection.set(this._mouse.x,this._mouse.y,1).unproject(this.object).sub(this.object.position).normalize()),this.update()}_handleMouseMovePan(e){this._panEnd.set(e.clientX,e.clientY),this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd),this.update()}_handleMouseWheel(e){this._updateZoomParameters(e.clientX,e.clientY),e.deltaY<0?this._dollyIn(this._getZoomScale(e.deltaY)):e.deltaY>0&&this._dollyOut(this._getZoomScale(e.deltaY)),this.update()}_handleKeyDown(e){let t=!1;switch(e.code){case this.keys.UP:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateUp(Ri*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(0,this.keyPanSpeed),t=!0;break;case this.keys.BOTTOM:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateUp(-Ri*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(0,-this.keyPanSpeed),t=!0;break;case this.keys.LEFT:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateLeft(Ri*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(this.keyPanSpeed,0),t=!0;break;case this.keys.RIGHT:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateLeft(-Ri*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(-this.keyPanSpeed,0),t=!0;break}t&&(e.preventDefault(),this.update())}_handleTouchStartRotate(e){if(this._pointers.length===1)this._rotateStart.set(e.pageX,e.pageY);else{let t=this._getSecondPointerPosition(e),i=.5*(e.pageX+t.x),r=.5*(e.pageY+t.y);this._rotateStart.set(i,r)}}_handleTouchStartPan(e){if(this._pointers.length===1)this._panStart.set(e.pageX,e.pageY);else{let t=this._getSecondPointerPosition(e),i=.5*(e.pageX+t.x),r=.5*(e.pageY+t.y);this._panStart.set(i,r)}}_handleTouchStartDolly(e){let t=this._getSecondPointerPosition(e),i=e.pageX-t.x,r=e.pageY-t.y,s=Math.sqrt(i*i+r*r);this._dollyStart.set(0,s)}_handleTouchStartDollyPan(e){this.enableZoom&&this._handleTouchStartDolly(e),this.enablePan&&this._handleTouchStartPan(e)}_handleTouchStartDollyRotate(e){this.enableZoom&&this._handleTouchStartDolly(e),this.enableRotate&&this._handleTouchStartRotate(e)}_handleTouchMoveRotate(e){if(this._pointers.length==1)this._rotateEnd.set(e.pageX,e.pageY);else{let i=this._getSecondPointerPosition(e),r=.5*(e.pageX+i.x),s=.5*(e.pageY+i.y);this._rotateEnd.set(r,s)}this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let t=this.domElement;this._rotateLeft(Ri*this._rotateDelta.x/t.clientHeight),this._rotateUp(Ri*this._rotateDelta.y/t.clientHeight),this._rotateStart.copy(this._rotateEnd)}_handleTouchMovePan(e){if(this._pointers.length===1)this._panEnd.set(e.pageX,e.pageY);else{let t=this._getSecondPointerPosition(e),i=.5*(e.pageX+t.x),r=.5*(e.pageY+t.y);this._panEnd.set(i,r)}this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd)}_handleTouchMoveDolly(e){let t=this._getSecondPointerPosition(e),i=e.pageX-t.x,r=e.pageY-t.y,s=Math.sqrt(i*i+r*r);this._dollyEnd.set(0,s),this._dollyDelta.set(0,Math.pow(this._dollyEnd.y/this._dollyStart.y,this.zoomSpeed)),this._dollyOut(this._dollyDelta.y),this._dollyStart.copy(this._dollyEnd);let a=(e.pageX+t.x)*.5,o=(e.pageY+t.y)*.5;this._updateZoomParameters(a,o)}_handleTouchMoveDollyPan(e){this.enableZoom&&this._handleTouchMoveDolly(e),this.enablePan&&this._handleTouchMovePan(e)}_handleTouchMoveDollyRotate(e){this.enableZoom&&this._handleTouchMoveDolly(e),this.enableRotate&&this._handleTouchMoveRotate(e)}_addPointer(e){this._pointers.push(e.pointerId)}_removePointer(e){delete this._pointerPositions[e.pointerId];for(let t=0;t<this._pointers.length;t++)if(this._pointers[t]==e.pointerId){this._pointers.splice(t,1);return}}_isTrackingPointer(e){for(let t=0;t<this._pointers.length;t++)if(this._pointers[t]==e.pointerId)return!0;return!1}_trackPointer(e){let t=this._pointerPositions[e.pointerId];t===void 0&&(t=new tt,this._pointerPositions[e.pointerId]=t),t.set(e.pageX,e.pageY)}_getSecondPointerPosition(e){let t=e.pointerId===this._pointers[0]?this._pointers[1]:this._pointers[0];return this._pointerPositions[t]}_customWheelEvent(e){let t=e.deltaMode,i={clientX:e.clientX,clientY:e.clientY,deltaY:e.deltaY};switch(t){case 1:i.deltaY*=16;break;case 2:i.deltaY*=100;break}return e.ctrlKey&&!this._controlActive&&(i.deltaY*=10),i}};function v7(n){this.enabled!==!1&&(this._pointers.length===0&&(this.domElement.setPointerCapture(n.pointerId),this.domElement.ownerDocument.addEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.addEventListener("pointerup",this._onPointerUp)),!this._isTrackingPointer(n)&&(this._addPointer(n),n.pointerType==="touch"?this._onTouchStart(n):this._onMouseDown(n),this._cursorStyle==="grab"&&(this.domElement.style.cursor="grabbing")))}function _7(n){this.enabled!==!1&&(n.pointerType==="touch"?this._onTouchMove(n):this._onMouseMove(n))}function x7(n){switch(this._removePointer(n),this._pointers.length){case 0:this.domElement.releasePointerCapture(n.pointerId),this.domElement.ownerDocument.removeEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.removeEventListener("pointerup",this._onPointerUp),this.dispatchEvent(Wx),this.state=qt.NONE,this._cursorStyle==="grab"&&(this.domElement.style.cursor="grab");break;case 1:let e=this._pointers[0],t=this._pointerPositions[e];this._onTouchStart({pointerId:e,pageX:t.x,pageY:t.y});break}}function y7(n){let e;switch(n.button){case 0:e=this.mouseButtons.LEFT;break;case 1:e=this.mouseButtons.MIDDLE;break;case 2:e=this.mouseButtons.RIGHT;break;default:e=-1}switch(e){case $s.DOLLY:if(this.enableZoom===!1)return;this._handleMouseDownDolly(n),this.state=qt.DOLLY;break;case $s.ROTATE:if(n.ctrlKey||n.metaKey||n.shiftKey){if(this.enablePan===!1)return;this._handleMouseDownPan(n),this.state=qt.PAN}else{if(this.enableRotate===!1)return;this._handleMouseDownRotate(n),this.state=qt.ROTATE}break;case $s.PAN:if(n.ctrlKey||n.metaKey||n.shiftKey){if(this.enableRotate===!1)return;this._handleMouseDownRotate(n),this.state=qt.ROTATE}else{if(this.enablePan===!1)return;this._handleMouseDownPan(n),this.state=qt.PAN}break;default:this.state=qt.NONE}this.state!==qt.NONE&&this.dispatchEvent(Wp)}function b7(n){switch(this.state){case qt.ROTATE:if(this.enableRotate===!1)return;this._handleMouseMoveRotate(n);break;case qt.DOLLY:if(this.enableZoom===!1)return;this._handleMouseMoveDolly(n);break;case qt.PAN:if(this.enablePan===!1)return;this._handleMouseMovePan(n);break}}function S7(n){this.enabled===!1||this.enableZoom===!1||this.state!==qt.NONE||(n.preventDefault(),this.dispatchEvent(Wp),this._handleMouseWheel(this._customWheelEvent(n)),this.dispatchEvent(Wx))}function M7(n){this.enabled!==!1&&this._handleKeyDown(n)}function w7(n){switch(this._trackPointer(n),this._pointers.length){case 1:switch(this.touches.ONE){case Js.ROTATE:if(this.enableRotate===!1){this.state=qt.NONE;break}this._handleTouchStartRotate(n),this.state=qt.TOUCH_ROTATE;break;case Js.PAN:if(this.enablePan===!1){this.state=qt.NONE;break}this._handleTouchStartPan(n),this.state=qt.TOUCH_PAN;break;default:this.state=qt.NONE}break;case 2:switch(this.touches.TWO){case Js.DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchStartDollyPan(n),this.state=qt.TOUCH_DOLLY_PAN;break;case Js.DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchStartDollyRotate(n),this.state=qt.TOUCH_DOLLY_ROTATE;break;default:this.state=qt.NONE}break;default:this.state=qt.NONE}this.state!==qt.NONE&&this.dispatchEvent(Wp)}function T7(n){switch(this._trackPointer(n),this.state){case qt.TOUCH_ROTATE:if(this.enableRotate===!1)return;this._handleTouchMoveRotate(n),this.update();break;case qt.TOUCH_PAN:if(this.enablePan===!1)return;this._handleTouchMovePan(n),this.update();break;case qt.TOUCH_DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchMoveDollyPan(n),this.update();break;case qt.TOUCH_DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchMoveDollyRotate(n),this.update();break;default:this.state=qt.NONE}}function A7(n){this.enabled!==!1&&n.preventDefault()}function E7(n){n.key==="Control"&&(this._controlActive=!0,this.domElement.ownerDocument.addEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}function C7(n){n.key==="Control"&&(this._controlActive=!1,this.domElement.ownerDocument.removeEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}var SE=Tm.bind(Zo);export{ra as Component,ws as Fragment,Vp as OrbitControls,Bn as Signal,Hx as THREE,Qo as batch,a2 as cloneElement,za as computed,m2 as createContext,o2 as createRef,Jr as effect,Zo as h,SE as html,p2 as hydrate,Hy as katex,Ot as options,Sm as render,el as signal,xm as toChildArray,ci as uPlot,Ba as untracked,_2 as useCallback,C2 as useComputed,x2 as useContext,Zh as useEffect,y2 as useId,v2 as useLayoutEffect,sa as useMemo,Fm as useReducer,Ic as useRef,Xm as useSignal,N2 as useSignalEffect,g2 as useState};
