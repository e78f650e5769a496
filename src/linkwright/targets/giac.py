"""The words of Giac: commands, options and key words, none of which can be a variable there.

They are from its own help (aide_cas), and words that its parser refused when they were tried as local variables.
"""

from __future__ import annotations

from linkwright.targets.naming import word_set

WORDS = word_set("""
ARC CONJ NOP PIXON
a2q abcuv about ABS abs abscissa accumulate_head_tail ACOS acos acos2asin acos2atan ACOSH acosh ACOT acot acoth ACSC
acsc acyclic adaptive add add_arc add_edge add_vertex additionally addtable adjacency_matrix adjoint_matrix affix
Airy_Ai Airy_Bi algsubs algvar all_trig_solutions allpairs_distance alog10 alors altitude AND and angle angle_radian
angleat angleatraw animate animate3d animation Ans ans antiprism_graph append apply approx approx_mode arc arccos
arccosh Archive archive arcLen arclen arcsin arcsinh arctan arctanh area areaat areaatraw areaplot ARG arg args array
arrivals articulation_points as_function_of asc ASEC asec ASIN asin asin2acos asin2atan ASINH asinh assert assign
assign_edge_weights assume at ATAN atan atan2 atan2acos atan2asin ATANH atanh atrig2ln augment auto_correlation
autosimplify avance avgRC axes axis back backquote backward baisse_crayon bandwidth bar_plot barplot
bartlett_hann_window barycenter base basis batons BEGIN Begin begin bellman_ford berlekamp_massey bernoulli
bernoulli_mod BesselI BesselJ besselJ BesselK BesselY besselY Beta betad betad_cdf betad_icdf betavariate
betweenness_centrality bezier bezout_entiers bezoutian biconnected_components bin binomial binomial_cdf binomial_icdf
bins bipartite bipartite_matching bisection_solver bisector bit_depth bitand bitor bitxor black blackman_harris_window
blackman_window bloc block_size BlockDiagonal blockmatrix blue bohman_window bool border box_constraints boxcar
boxwhisker BREAK break breakpoint brent_solver brown bvpsolve by c1oc2 c1op2 cache_tortue camembert canonical_form
canonical_labeling cap cap_flat_line cap_round_line cap_square_line cartesian_product cas_setup CASE case cat CATCH
catch cauchy cauchy_cdf cauchy_icdf cauchyd cauchyd_cdf cauchyd_icdf cd cdf ceil CEILING ceiling cell Celsius2Fahrenheit
center center2interval centered_cube centered_tetrahedron cFactor cfactor cfsolve changebase channel_data channels char
charpoly chinrem chisquare chisquare_cdf chisquare_icdf chisquared chisquared_cdf chisquared_icdf chisquaret choice
cholesky choosebox chr chrem chromatic_index chromatic_number chromatic_polynomial Ci Circle circle circumcircle class
classes clear click clique_cover clique_cover_number clique_number close closeness_centrality ClrDraw ClrGraph ClrIO
cluster clustering_coefficient coeff coeffs Col col colDim coldim collect colNorm colnorm color colormap colspace
colSwap colswap COMB comb combine comDenom comment common_perpendicular companion compare complete_binary_tree
complete_graph complete_kary_tree complex complex_mode complex_variables complexroot concat COND cond condensation cone
confrac conic conj conjugate_equation conjugate_gradient connected connected_components cont contains content CONTINUE
continue contourplot contract_edge contract_subgraph convert convertir convex convexhull convolution coordinates copy
copysign CopyVar correlation COS cos cos2sintan COSH cosh cosine_window COT cot cote count count_eq count_inf count_sup
courbe_parametrique courbe_polaire covariance covariance_correlation cp cpartfrac crationalroot crayon createwav
critical CROSS cross cross_correlation cross_entropy cross_point cross_ratio crossP crossproduct CSC csc cSolve csolve
CST csv2gen cube cumSum cumsum cumulated_frequencies curl current_sheet curvature curve cyan Cycle cycle2perm
cycle_basis cycle_graph cycleinv CyclePic cycles2permu cyclotomic cylinder cZeros dash_line dashdot_line dashdotdot_line
dayofweek de debug debut_enregistrement def DEFAULT default degree degree_centrality degree_sequence degrees del delcols
Delete delete_arc delete_edge delete_vertex DelFold delrows deltalist DelVar denom densityplot departures derive deriver
deSolve desolve dessine_tortue DET Det det det_minor developper developper_transcendant dfc dfc2f diag Dialog diff
DIGITS Digits digraph dijkstra dim Dirac directed discard_edge_attribute discard_graph_attribute
discard_vertex_attribute disjoint_union DISP Disp DispG DispHome display disque disque_centre distance distance2
distanceat distanceatraw div divergence divide divis division_point divisors divmod divpc dnewton_solver DO Do do
dodecahedron DOM_COMPLEX DOM_FLOAT DOM_FUNC DOM_IDENT DOM_INT DOM_int DOM_LIST DOM_RAT DOM_STRING DOM_SYMBOLIC domain
DOT dot dot_paper dotP dotprod double draw_arc draw_circle draw_graph draw_line draw_pixel draw_polygon draw_rectangle
DrawFunc DrawInv DrawParm DrawPol DrawSlp droit droite_tangente DROP DropDown DrwCtour dsolve duration dwt e e2r
ecart_type ecart_type_population ecm_factor ecris edge_connectivity edges efface egcd egv egvl Ei eigenvals eigenvalues
eigenvectors eigenvects eigVc eigVl element ELIF elif eliminate ellipse ELSE Else else ElseIf Elseif emd END End end
end_for end_if end_while EndDlog EndFor Endfor EndFunc Endfunc endfunc EndIf Endif EndLoop Endloop EndPrgm Endprgm
EndTry Endtry EndWhile Endwhile entry envelope epaisseur epaisseur_ligne_1 epaisseur_ligne_2 epaisseur_ligne_3
epaisseur_ligne_4 epaisseur_ligne_5 epaisseur_ligne_6 epaisseur_ligne_7 epaisseur_point_1 epaisseur_point_2
epaisseur_point_3 epaisseur_point_4 epaisseur_point_5 epaisseur_point_6 epaisseur_point_7 epsilon epsilon2zero equal
equal2diff equal2list equation equilateral_triangle erase erase3d erf erfc ERROR error est_permu et euler euler_gamma
euler_lagrange eval eval_level evala evalb evalc evalf evalm even evolute exact exbisector excircle Exec execute Exit
EXP exp exp2list exp2pow exp2trig expand expexpand expln EXPM1 expm1 exponential exponential_cdf exponential_icdf
exponential_regression exponential_regression_plot exponentiald exponentiald_cdf exponentiald_icdf EXPORT export_graph
export_mathml expovariate expr expression extend extract_measure extrema ezgcd f2nd faces facteurs_premiers Factor
factor factor_xn factorial factoriser factoriser_entier factoriser_sur_C factors fadeev Fahrenheit2Celsius faire FALSE
False false falsepos_solver fclose fcoeff fdistrib feuille ffaire ffonction fft ffunction fi fieldplot Fill filled
filter fin_enregistrement find find_cliques find_cycles find_minimum find_vertex_cover findhelp fisher fisher_cdf
fisher_icdf fisherd fisherd_cdf fisherd_icdf fitdistr fitpoly flatten float float2rational FLOOR floor flow_polynomial
flower_snark fMax fMin fmod foldl foldr fonction fonction_derivee fopen FOR For for format forward Fourier fourier
fourier_an fourier_bn fourier_cn FP fPart fpour fprint frac fracmod frame_2d frame_3d frames frank_wolfe frequencies
frexp frobenius_norm FROM from froot fsi fsolve ftantque fullparfrac Func func funcplot function function_diff
fundamental_cycle fxnd Gamma gammad gammad_cdf gammad_icdf gammavariate gauche gauss gauss15 gauss_seidel_linsolve
gaussian_window gaussjord gaussquad gbasis gbasis_max_pairs gbasis_reinject gbasis_simult_primes Gcd gcd gcdex genpoly
geometric geometric_cdf geometric_icdf Get get_edge_attribute get_edge_weight get_graph_attribute get_vertex_attribute
getDenom GetFold getKey getNum getType GF girth gl_ortho gl_quaternion gl_rotation gl_showaxes gl_shownames gl_texture
gl_x gl_x_axis_color gl_x_axis_name gl_x_axis_unit gl_xtick gl_y gl_y_axis_color gl_y_axis_name gl_y_axis_unit gl_ytick
gl_z gl_z_axis_color gl_z_axis_name gl_z_axis_unit gl_ztick GLOBAL gnuplot gold goldberg_snark Goto goto grad
gramschmidt Graph graph graph2tex graph3d2tex graph_automorphisms graph_charpoly graph_complement graph_diameter
graph_equal graph_join graph_power graph_rank graph_spectrum graph_union graph_vertices graphe graphe3d graphe_suite
greduce greedy_clique greedy_color greedy_independent_set green grey grid grid_graph grid_paper groupermu haar_graph
hadamard half_cone half_line halftan halftan_hyp2exp halt hamdist hamming hamming_window hann_poisson_window hann_window
harmonic_centrality harmonic_conjugate harmonic_division has has_arc has_edge hasard head heading heapify heappop
heappush Heaviside Heaviside2sign help hermite hessenberg hessian heugcd hex hexagon hht hidden_name highlight_edges
highlight_subgraph highlight_trail highlight_vertex highpass Hilbert hilbert histogram hold homogeneize homothety horner
hsv hsv2rgb hybrid_solver hybridj_solver hybrids_solver hybridsj_solver hyp2exp hyperbola hypercube_graph I i iabcuv
ibasis ibpdv ibpu icdf ichinrem ichrem icomp icontent icosahedron id identifier identify_graph identity idivis idn idwt
iegcd IF If if ifactor ifactors ifft ifourier IFTE ifte igamma igcd igcdex ihermite ilaplace IM im imag image imfplot
implicitdiff implicitplot import import_graph in in_ideal incidence_matrix incident_edges incircle increasing_power
independence_number indets index induced_subgraph inequationplot inertia inf infinity information_centrality INPUT Input
input inputform InputStr insert insmod instfreq instphase inString Int int intDiv integer integrate integrer inter
interactive_odeplot interactive_plotode interp INTERSECT intersect interval interval2center interval_graph inv INVERSE
Inverse inverse inversion invisible_point invlaplace invztrans IP iPart iquo iquorem iratrecon irem is_acyclic
is_arborescence is_biconnected is_bipartite is_clique is_collinear is_concyclic is_conjugate is_connected is_coplanar
is_cospherical is_cut_set is_cycle is_directed is_element is_equilateral is_eulerian is_forest is_graphic_sequence
is_hamiltonian is_harmonic is_harmonic_circle_bundle is_harmonic_line_bundle is_included is_inside is_integer_graph
is_irreducible is_isomorphic is_isosceles is_network is_orthogonal is_parallel is_parallelogram is_permu
is_perpendicular is_planar is_prime is_pseudoprime is_reachable is_rectangle is_regular is_rhombus is_split_graph
is_square is_strongly_connected is_strongly_regular is_subgraph_isomorphic is_tournament is_tree is_triconnected
is_two_edge_connected is_vertex_colorable is_weighted isfinite isinf ismith isnan isobarycenter isolve isom
isomorphic_copy isopolygon isosceles_triangle isposdef isPrime isprime istft ithprime jacobi_equation jacobi_linsolve
jacobi_symbol johnson_graph join jordan JordanBlock jusqu_a jusqua jusque katz_centrality kde keep_algext keep_pivot ker
kernel kernel_density keyboard kill kmeans kneser_graph kolmogorovd kolmogorovt kovacicsols kspaths l1norm l2norm label
labels lagrange laguerre lambda LambertW laplace laplacian laplacian_matrix latex Lbl lcf_graph lcm lcoeff ldegree ldexp
ldl learning_rate left left_rectangle legend legendre legendre_symbol len length let leve_crayon levenshtein lgamma lgcd
lhs Li ligne_chapeau_carre ligne_chapeau_plat ligne_chapeau_rond ligne_polygonale ligne_polygonale_pointee ligne_tiret
ligne_tiret_point ligne_tiret_pointpoint ligne_trait_plein limit limite lin linabs LINE Line line line_graph line_inter
line_paper line_segments line_width_1 line_width_2 line_width_3 line_width_4 line_width_5 line_width_6 line_width_7
linear_interpolate linear_regression linear_regression_plot lineariser lineariser_trigo LineHorz LineTan LineVert
linfnorm linsolve linspace linstep lis lis_phrase list list2exp list2mat list_edge_attributes list_graph_attributes
list_vertex_attributes listplot lll LN ln lname lncollect lnexpand LOCAL Local local locus LOG log log10 log1p log2
log_loss logarithmic_regression logarithmic_regression_plot logb logistic logistic_regression logistic_regression_plot
Loop lower lowest_common_ancestor lowpass lp_assume lp_bestlocalbound lp_bestprojection lp_binary lp_binaryvariables
lp_breadthfirst lp_depthfirst lp_depthlimit lp_firstfractional lp_gaptolerance lp_heuristic lp_hybrid lp_integer
lp_integervariables lp_interiorpoint lp_iterationlimit lp_lastfractional lp_maxcuts lp_maximize lp_method
lp_mostfractional lp_nodelimit lp_nodeselect lp_nonnegative lp_nonnegint lp_presolve lp_pseudocost lp_simplex
lp_timelimit lp_varselect lp_verbose lpsolve LQ ls lsmod LSQ lsq LU lu lvar magenta make_directed make_symbol
make_weighted makelist makemat makesuite makevector map maple2mupad maple2xcas maple_ifactors maple_mode markov mat2list
mathml matpow matrix matrix_norm MAX max maxflow maximal_independent_set maximize maximum_clique maximum_degree
maximum_independent_set maximum_matching maxnorm mean median median_line member mgf mid middle_point midpoint MIN min
minimal_edge_coloring minimal_spanning_tree minimal_vertex_coloring minimax minimize minimum_cut minimum_degree
minimum_vertex_cover MINUS minus mixdown mkdir mkisom mksa MOD mod modf modgcd mods momentum monotonic montre_tortue
more moustache moving_average moyal moyenne mRow mRowAdd MSE mul mult_c_conjugate mult_conjugate multinomial
multiplier_conjugue multiplier_conjugue_complexe multiply mupad2maple mupad2xcas mycielski navy ncols nCr nDeriv
negbinomial negbinomial_cdf negbinomial_icdf neighbors network_transitivity neural_network NewFold newList newMat NewPic
newton newton_solver newtonj_solver NEXT nextperm nextprime nInt nlp_binary nlp_binaryvariables nlp_initialpoint
nlp_integer nlp_integervariables nlp_iterationlimit nlp_maximize nlp_method nlp_nonnegative nlp_nonnegint nlp_precision
nlp_presolve nlp_tolerance nlp_verbose nlpsolve nodisp non non_recursive_normal nonnegint nop nops norm normal
normal_cdf normal_icdf NORMALD normald normald_cdf normald_icdf normalize normalt normalvariate NOT not nPr nprimes
nrows nSolve nstep nuage_points NULL Nullspace nullspace number_of_edges number_of_spanning_trees number_of_triangles
number_of_vertices numdiff numer octahedron od odd odd_girth odd_graph odeplot odesolve of olive oo op open open_polygon
operator option OR or orange ord order order_size ordinate orthocenter orthogonal osculating_circle otherwise ou Output
output Ox_2d_unit_vector Ox_3d_unit_vector Oy_2d_unit_vector Oy_3d_unit_vector Oz_3d_unit_vector p1oc2 p1op2 pa2b2 pade
paley_graph parabola parallel parallelepiped parallelogram parameq parameter paramplot parfrac pari part partfrac
parzen_window pas pas_de_cote pass path_graph Pause pcar pcar_hessenberg pcoef pcoeff pencolor pendown penup perimeter
perimeterat perimeteratraw period periodic PERM perm perminv permu2cycles permu2mat permuorder permute_vertices
perpen_bisector perpendicular petersen_graph peval Phi PI Pi pi pie PIECEWISE piecewise pink pivot pixoff pixon planar
plane plane_dual playsnd plex plot plot3d plotarea plotcdf plotcontour plotdensity plotfield plotfunc plotimf
plotimplicit plotinequation plotlist plotmatrix plotode plotparam plotpolar plotproba plotseq plotspectrum plotwav
plus_point pmin point point2d point3d point_carre point_croix point_etoile point_invisible point_losange point_milieu
point_plus point_point point_triangle point_width_1 point_width_2 point_width_3 point_width_4 point_width_5
point_width_6 point_width_7 pointer POISSON poisson poisson_cdf poisson_icdf poisson_window polar polar_coordinates
polar_point polarplot pole poly2symb polyEval polygon polygone_rempli polygonplot polygonscatterplot polyhedron polynom
polynomial_regression polynomial_regression_plot PopUp Popup posint position poslbdLMQ Postfix posubLMQ potential pour
pow pow2exp power_regression power_regression_plot powermod powerpc powexpand powmod Prefix prepend preval prevperm
prevprime Prgm primpart PRINT print printf prism prism_graph proc product program projection Prompt proot propFrac
propfrac pruefer_code Psi psrgcd ptayl purge purple pwd pyramid python python_compat q2a QR qr quadrant1 quadrant2
quadrant3 quadrant4 quadric quadrilateral quantile quartile1 quartile3 quartiles quest Quo quo quorem QUOTE quote r2e
radians radical_axis radius ramene rand randbetad randbinomial randchisquare randexp randfisher randgammad randgeometric
randint randmarkov randMat randmatrix randmultinomial randNorm randnorm RANDOM random random_bipartite_graph
random_digraph random_graph random_network random_planar_graph random_regular_graph random_sequence_graph
random_tournament random_tree random_variable randperm randpoisson randPoly randpoly RANDSEED RandSeed randseed
randstudent randvar randvector randweibulld range RANK Rank rank ranm ranv rassembler_trigo rat_jordan ratinterp
rational rationalroot ratnormal RclPic rdiv RE re reachable read readrgb readwav real realroot reciprocation RECT rect
rectangle rectangle_droit rectangle_gauche rectangle_plein rectangular_coordinates recule red REDIM redim reduced_conic
reduced_quadric ref reflection regroup relabel_vertices reliability_polynomial ReLU Rem rem remain remove reorder REPEAT
Repeat repeat repete repeter REPLACE replace Request resample residue resoudre resoudre_dans_C resoudre_systeme_lineaire
restart Resultant resultant retourne Return return REVERSE reverse reverse_graph reverse_rsolve revert revlex revlist
rgb rgb2hsv rgb2xyz rhombus rhombus_point rhs riemann_window right right_rectangle right_triangle risch rm rm_a_z
rm_all_vars rmbreakpoint rmmod rms rmwatch romberg rombergm rombergt rond root rootof roots rotate rotation ROUND round
Row row rowAdd rowDim rowdim rowNorm rownorm rowspace rowSwap rowswap RplcPic RREF Rref rref rsolve rur_certify
rur_gbasis same sample samplerate sans_factoriser saute sauve save_history scalar_product scalarProduct SCALE scale
SCALEADD scaleadd scatterplot SCHUR schur SEC sec secant_solver segment seidel_spectrum seidel_switch select
semi_augment seq seqplot seqsolve sequence_graph series set set_channel_data set_edge_attribute set_edge_weight
set_graph_attribute set_pixel set_screen set_vertex_attribute set_vertex_positions SetFold shift shift_phase
shortest_path show_pixels shuffle Si si sierpinski_graph SIGN sign sign2Heaviside signature signe similarity simp2
simplex_reduce simplicial_vertices simplifier simplify simplifyDirac simpson simulated_annealing simult SIN sin
sin2costan sinc sincos single_inter SINH sinh sinon SIZE size sizes sleep slope slopeat slopeatraw smith smod snedecor
snedecor_cdf snedecor_icdf snedecord snedecord_cdf snedecord_icdf solid_line solve somme sommet SORT sort SortA sorta
SortD sortd sorted sortperm soundsec spanning_tree sphere splice spline split spring sq sqrfree sqrt square square_point
srand sst sst_in st_ordering stack star_graph star_point stdDev stddev stddevp steffenson_solver STEP step stereo2mono
stft sto StoPic Store str string strip strongly_connected_components student student_cdf student_icdf studentd studentt
sturm sturmab sturmseq style subdivide_edges subgraph subMat subs subsop subst substituer subtype sum sum_riemann
suppress surd SVD svd SVL svl SWAPCOL swapcol SWAPROW swaprow SWITCH switch switch_axes sylvester symb2poly symbol
symbol_array syst2mat table tablefunc tableseq tabsign tabvar tail TAN tan tan2cossin2 tan2sincos tan2sincos2 tangent
tangente TANH tanh tantque tar taux_accroissement TAYLOR taylor tchebyshev1 tchebyshev2 tcoeff tCollect tcollect tdeg
teal tensor_product test tests tetrahedron TeX tExpand texpand Text textinput THEN Then then thickness thiele threshold
throw time Title title titre tlin TO to tonnetz topologic_sort topological_sort topology torus_grid_graph total_degree
tourne_droite tourne_gauche tpsolve TRACE trace trail trail2edges train trames tran transitive_closure translation
transpose trapeze trapezoid traveling_salesman tree tree_height tri triangle triangle_paper triangle_plein
triangle_point triangle_window trig2exp trigcos trigexpand triginterp trigsimplify trigsin trigtan trim TRN trn TRUE
True true trunc TRUNCATE truncate truncate_graph TRY Try try tsimplify tstep tuer tukey_window tutte_polynomial
two_edge_connected_components type ufactor ugamma unapply Unarchiv unarchive undef underlying_graph unfactored uniform
uniform_cdf uniform_icdf uniformd uniformd_cdf uniformd_icdf UNION union unitV unquote UNTIL Until until upper
user_operator usimplify ustep UTPC UTPF UTPN UTPT valuation vandermonde var variables_are_files variance VARS VAS
VAS_positive vector vers version vertex_connectivity vertex_cover_number vertex_degree vertex_distance vertex_in_degree
vertex_out_degree vertices vertices_abc vertices_abca view violet vpotential vstep WAIT watch web_graph weibull
weibull_cdf weibull_icdf weibulld weibulld_cdf weibulld_icdf weibullvariate weight_decay weight_matrix weighted weights
welch_window wheel_graph when WHILE While while white widget_size wilcoxonp wilcoxons wilcoxont with_sqrt write writergb
writewav wz_certificate xcas_mode xml_print XOR xor xstep xyz2rgb xyztrange yellow ystep zeros Zeta zip znorder
znprimroot zstep ztrans
""")
